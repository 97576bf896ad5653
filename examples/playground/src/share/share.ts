import type { App } from '../app.js';
import { copyButton } from '../copy/copy.js';
import { dialog } from '../dialog.js';
import { el } from '../dom.js';
import { judge } from '../judge.js';
import type { Judged, Setting } from '../verdict.js';
import { toFragment } from './fragment.js';
import { businessOf } from '../judge.js';
import { masked } from './mask.js';
import { saveFile } from './save.js';

/** The shared data: the document, its setting, and its issues. For this page to open, or a test to read. */
function shared(document: unknown, setting: Setting, codes: readonly string[]) {
  const { rateWindows, originalDay } = setting;
  return {
    document,
    business: businessOf(setting),
    options: { rateWindows, ...(originalDay !== '' && { original: { timestamp: `${originalDay}T12:00:00Z` } }) },
    issues: codes,
  };
}

/** Lets the user choose which strings to reveal, then makes a link or a file. */
export function showShare(app: App): void {
  const { verdict, setting } = app;
  if (verdict.kind !== 'judged') return;
  const chosen = new Set<string>();
  const status = el('p', { role: 'status' });
  const link = el('div', { class: 'tools' });
  const text = () => {
    const { document } = masked(verdict.document, chosen);
    return `${JSON.stringify(shared(document, setting, codesOf(verdict)), null, 2)}\n`;
  };
  const update = async () => {
    const { document } = masked(verdict.document, chosen);
    status.textContent = isSame(verdict, document, setting)
      ? 'Everyone who opens it sees the same issues.'
      : 'With these strings masked, the verdict changes. Select those that it depends on.';
    const fragment = canLink() ? await toFragment(JSON.stringify(JSON.parse(text()))) : undefined;
    const address = location.href.split('#', 1)[0]! + (fragment ?? '');
    link.replaceChildren(
      ...(fragment === undefined ? [] : [copyButton('Copy link', () => address)]),
      el('button', { type: 'button', click: () => saveFile('receipt.json', text()) }, 'Save as a file'),
    );
  };
  const boxes = masked(verdict.document, chosen).kinds.map((kind) => {
    const box = el('input', { type: 'checkbox', name: kind });
    box.addEventListener('change', () => {
      chosen[box.checked ? 'add' : 'delete'](kind);
      void update();
    });
    return el('label', {}, box, el('code', {}, kind));
  });
  void update();
  dialog(
    'Share',
    el(
      'p',
      {},
      'Types, rates, amounts, quantities, the country, the day and the issues are shared unchanged. All else is masked unless you select it:',
    ),
    el('fieldset', { class: 'boxes' }, el('legend', { class: 'hidden' }, 'Shared unchanged'), ...boxes),
    status,
    link,
    el(
      'p',
      {},
      canLink()
        ? 'A link contains the receipt itself; no server sees it. Long receipts are saved as a file.'
        : 'To open the file, drop it on this page.',
    ),
  );
}

/** A page opened from disk has no address that others could open. */
const canLink = () => location.protocol !== 'file:';

const codesOf = ({ notes }: Judged) => notes.map(({ issue }) => `${issue.field} ${issue.code}`);

function isSame(verdict: Judged, document: unknown, setting: Setting): boolean {
  const result = judge.document(document, setting);
  const codes = [...(result?.issues ?? []), ...(result?.warnings ?? [])].map(({ field, code }) => `${field} ${code}`);
  return codes.sort().join() === codesOf(verdict).sort().join();
}
