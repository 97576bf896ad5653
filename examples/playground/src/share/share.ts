import type { App } from '../app.js';
import { copyButton } from '../copy/copy.js';
import { dialog } from '../dialog.js';
import { el } from '../dom.js';
import { judge } from '../judge.js';
import type { Judged, Setting } from '../verdict.js';
import { toFragment } from './fragment.js';
import { businessOf } from '../judge.js';
import { groupOf, masked, neededKinds, type Group } from './mask.js';
import { saveFile } from './save.js';

/**
 * Returns the data to share: the document, its settings and its issues. This page can open the data, and tests can read
 * it.
 */
function shared(document: unknown, setting: Setting, codes: readonly string[]) {
  const { rateWindows, originalDay } = setting;
  return {
    document,
    business: businessOf(setting),
    options: { rateWindows, ...(originalDay !== '' && { original: { timestamp: `${originalDay}T12:00:00Z` } }) },
    issues: codes,
  };
}

const GROUPS: Readonly<Record<Group, string>> = {
  shop: 'Shop and customer',
  goods: 'Names of goods',
  numbers: 'Numbers and ids',
  device: 'Data of the device',
};

/** Opens a dialog in which the user chooses what to reveal, and then gets a link, text to copy, or a file. */
export function showShare(app: App): void {
  const { verdict, setting } = app;
  if (verdict.kind !== 'judged') return;
  const problems = (document: unknown) => problemsOf(document, setting);
  const { kinds } = masked(verdict.document, new Set());
  const needed = neededKinds(verdict.document, problems);
  const groups = new Set<Group>();
  let keepsNeeded = true;
  const status = el('p', { role: 'status' });
  const link = el('div', { class: 'tools' });
  const preview = el('pre', { tabindex: 0, role: 'group', 'aria-label': 'What is shared' });
  const copy = () => {
    const chosen = kinds.filter((kind) => groups.has(groupOf(kind)) || (keepsNeeded && needed.has(kind)));
    return masked(verdict.document, new Set(chosen)).document;
  };
  const update = async () => {
    const document = copy();
    const text = `${JSON.stringify(shared(document, setting, codesOf(verdict)), null, 2)}\n`;
    const isSame = problems(document).join() === problems(verdict.document).join();
    status.textContent = isSame
      ? 'Recipients see the same problems. Amounts, rates, types and formats are kept; everything else is masked.'
      : 'Masking these values changes the problems. Select the values that the problems depend on.';
    preview.textContent = text;
    const fragment = canLink() ? await toFragment(JSON.stringify(JSON.parse(text))) : undefined;
    const address = location.href.split('#', 1)[0]! + (fragment ?? '');
    link.replaceChildren(
      ...(fragment === undefined ? [] : [copyButton('Copy link', () => address)]),
      copyButton('Copy document', () => text),
      el('button', { type: 'button', click: () => saveFile('receipt.json', text) }, 'Save as a file'),
    );
  };
  const box = (label: string, of: readonly string[], checked: boolean, set: (checked: boolean) => void) => {
    const input = el('input', { type: 'checkbox', checked });
    input.addEventListener('change', () => {
      set(input.checked);
      void update();
    });
    return el('label', { title: of.join(', ') }, input, `${label} `, el('code', {}, short(of)));
  };
  const boxes = (Object.keys(GROUPS) as Group[]).flatMap((group) => {
    const of = kinds.filter((kind) => groupOf(kind) === group);
    const set = (checked: boolean) => groups[checked ? 'add' : 'delete'](group);
    return of.length === 0 ? [] : [box(GROUPS[group], of, false, set)];
  });
  if (needed.size > 0)
    boxes.push(box('Values that the problems depend on', [...needed], true, (checked) => (keepsNeeded = checked)));
  void update();
  dialog(
    'Share',
    el('fieldset', { class: 'boxes' }, el('legend', {}, 'Do not mask'), ...boxes),
    status,
    link,
    el(
      'p',
      {},
      canLink()
        ? 'A link contains the receipt itself, and does not send it to a server. Copy or save receipts that are too long.'
        : 'To open it, paste the text into this page, or drop the file onto it.',
    ),
    el('details', {}, el('summary', {}, 'What is shared'), preview),
  );
}

const short = (kinds: readonly string[]) => (kinds.length > 3 ? `${kinds.slice(0, 3).join(', ')} …` : kinds.join(', '));

/**
 * Whether the page can make links. A page opened from disk cannot, because it has no address that other people could
 * open.
 */
const canLink = () => location.protocol !== 'file:';

const codesOf = ({ notes }: Judged) => notes.map(({ issue }) => `${issue.field} ${issue.code}`);

function problemsOf(document: unknown, setting: Setting): string[] {
  const { issues = [], warnings = [] } = judge.document(document, setting) ?? {};
  return [...issues, ...warnings].map(({ field, code }) => `${field} ${code}`);
}
