import { explain } from 'receipt-rule-packs';
import type { App } from './app.js';
import { change } from './change-document.js';
import { count, el, short } from './dom.js';
import { fixesOf, type Fix } from './fix.js';
import { registry } from './judge.js';
import { addressOf } from './laws.js';
import type { Judged, NumberedIssue } from './verdict.js';

/**
 * The parts of a card below its sentence: its fixes, and the explanation: the meaning of the code, the rule, its law, and
 * the remedy.
 */
export function partsOf(app: App) {
  const open = new Set<string>();
  return {
    above: ({ notes }: Judged) => groupFix(app, notes),
    more: (note: NumberedIssue, { document }: Judged) => {
      const buttons = fixesOf(note.issue, document).map((fix) => fixButton(app, fix));
      return [...(buttons.length === 0 ? [] : [el('div', { class: 'fixes' }, ...buttons)]), why(app, note, open)];
    },
  };
}

/** @param open codes and fields of the notes with an open explanation, which stay open when the list is redrawn */
function why(app: App, note: NumberedIssue, open: Set<string>): HTMLElement {
  const key = `${note.issue.code} ${note.issue.field}`;
  const details = el('details', { open: open.has(key) }, el('summary', {}, 'Why'));
  const fill = () => {
    open[details.open ? 'add' : 'delete'](key);
    if (details.open && details.children.length === 1) details.append(explanation(app, note));
  };
  details.addEventListener('toggle', fill);
  if (details.open) fill();
  return details;
}

function fixButton(app: App, { before, after, apply }: Fix): HTMLElement {
  const diff = [
    before !== undefined && el('del', {}, short(before)),
    before !== undefined && after !== undefined && el('span', {}, ' → '),
    after !== undefined && el('ins', {}, short(after)),
  ];
  const verb = after === undefined ? 'Remove ' : before === undefined ? 'Add ' : 'Fix ';
  return el('button', { type: 'button', class: 'fix', click: () => change(app, apply) }, verb, ...diff);
}

/** A pasted stored document has dozens of fields that clients may not send. */
function groupFix(app: App, notes: Judged['notes']): HTMLElement[] {
  const unknown = notes.filter(({ issue }) => issue.code === 'unknown_field');
  if (unknown.length < 2) return [];
  const all = (document: unknown) =>
    unknown.reduceRight((changed, { issue }) => fixesOf(issue, changed)[0]?.apply(changed) ?? changed, document);
  const label = `Remove ${count(unknown.length, 'field')} that you may not send`;
  return [el('li', {}, el('button', { type: 'button', class: 'fix', click: () => change(app, all) }, label))];
}

function explanation({ setting }: App, { issue }: NumberedIssue): HTMLElement {
  const known = explain(registry.shop({ country: setting.country }), issue);
  if (known === undefined) return el('p', {}, 'This code has no explanation.');
  const rows = known.rules.flatMap(({ id, summary, source }) => [
    ...row('Rule', summary, ' ', el('code', {}, id)),
    ...row('Law or text', ...citations(source)),
  ]);
  return el('dl', {}, ...row('Meaning', known.meaning), ...rows, ...row('Remedy', known.remedy));
}

const row = (term: string, ...description: (Node | string)[]) => [el('dt', {}, term), el('dd', {}, ...description)];

/** Semicolons separate citations, and a citation may contain one. */
function citations(source: string): Node[] {
  const parts = addressOf(source) === undefined ? source.split('; ') : [source];
  return parts.map((part) => {
    const address = addressOf(part);
    if (address === undefined) return el('span', { class: 'citation' }, part);
    const link = el('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, part);
    return el('span', { class: 'citation' }, link, ` (read at ${new URL(address).host})`);
  });
}
