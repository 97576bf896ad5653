import { fieldPath } from 'receipt-rule-packs';
import { complete, type Draft } from 'receipt-rule-packs/complete';
import type { App } from './app.js';
import { change } from './change-document.js';
import { byId, count, el, short } from './dom.js';
import { optionsOf, shopOf } from './judge.js';
import { changesBetween, isObject, type Change } from './json/change.js';
import type { Judged, Setting } from './verdict.js';

/** Returns the document with recomputed figures; undefined if that does not fix any issues. */
function computed({ document, result, notes }: Judged, setting: Setting): unknown {
  if (result === undefined || notes.length === 0 || !isObject(document)) return undefined;
  const { original } = optionsOf(setting);
  const completed = complete(shopOf(setting), document as unknown as Draft, { original, recompute: true });
  const { issues, warnings } = completed;
  const isBetter =
    issues.length < result.issues.length ||
    (issues.length === result.issues.length && warnings.length < result.warnings.length);
  if (!isBetter) return undefined;
  return completed.valid ? completed.transaction : completed.document;
}

/** Offers to recompute all figures, and shows the changes. Offers this only if none of the causes has a repair. */
export function offerRecompute(app: App): void {
  const place = byId('all', HTMLElement);
  let isOpen = false;
  const draw = (judged: Judged) => {
    const after = computed(judged, app.setting);
    if (after === undefined) {
      place.replaceChildren();
      return;
    }
    const changes = changesBetween(judged.document, after);
    const press = () => change(app, () => after);
    const list = el('ul', {}, ...changes.slice(0, MAX_SHOWN).map(line));
    const details = el('details', { open: isOpen }, el('summary', {}, count(changes.length, 'change')), list);
    details.addEventListener('toggle', () => (isOpen = details.open));
    const button = el('button', { type: 'button', class: 'fix', click: press }, 'Recompute the figures from the lines');
    place.replaceChildren(button, details);
  };
  app.onCauses((causes) => {
    const isRepairable = causes.some(({ cause }) => cause.changes.length > 0 || cause.country !== undefined);
    if (app.verdict.kind === 'judged' && !isRepairable) draw(app.verdict);
    else place.replaceChildren();
  });
}

const MAX_SHOWN = 50;

function line({ path, before, after }: Change): HTMLElement {
  return el(
    'li',
    {},
    el('code', {}, fieldPath(path)),
    ' ',
    before !== undefined && el('del', {}, short(before)),
    before !== undefined && after !== undefined && ' → ',
    after !== undefined && el('ins', {}, short(after)),
  );
}
