import type { App } from '../app.js';
import { copyButton } from '../copy/copy.js';
import { dialog } from '../dialog.js';
import { el } from '../dom.js';
import { judge } from '../judge.js';
import type { Judged, Setting } from '../verdict.js';
import { toFragment } from './fragment.js';
import { masked } from './mask.js';
import { saveFile } from './save.js';

/** The shared data: the document, its setting, and its issues. This page can open it, and a test can read it. */
function shared(
  document: unknown,
  { country, multiLocation, rateWindows, originalDay }: Setting,
  codes: readonly string[],
) {
  return {
    document,
    business: { country, multiLocation },
    options: { rateWindows, ...(originalDay !== '' && { original: { timestamp: `${originalDay}T12:00:00Z` } }) },
    issues: codes,
  };
}

/** Lets the user choose which strings others can read, then makes a link or a file. */
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
      ? 'Whoever opens it sees the same issues.'
      : 'With these strings masked the verdict is another one: choose those that it depends on.';
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
      'Types, rates, amounts, quantities, the country, the day and the issues are sent as they are. All else is masked, unless you choose it:',
    ),
    el('fieldset', { class: 'boxes' }, el('legend', { class: 'hidden' }, 'Sent as it is'), ...boxes),
    status,
    link,
    el(
      'p',
      {},
      canLink()
        ? 'A link holds the receipt itself; no server sees it. One that is too long is saved as a file.'
        : 'The file opens by dropping it on this page.',
    ),
  );
}

/** A page from disk does not have an address that others could open. */
const canLink = () => location.protocol !== 'file:';

const codesOf = ({ notes }: Judged) => notes.map(({ issue }) => `${issue.field} ${issue.code}`);

function isSame(verdict: Judged, document: unknown, setting: Setting): boolean {
  const result = judge.document(document, setting);
  const codes = [...(result?.issues ?? []), ...(result?.warnings ?? [])].map(({ field, code }) => `${field} ${code}`);
  return codes.sort().join() === codesOf(verdict).sort().join();
}
