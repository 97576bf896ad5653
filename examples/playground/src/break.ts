import type { App } from './app.js';
import { change } from './change-document.js';
import { byId, el } from './dom.js';
import { valueAt, withValue, without } from './json/change.js';

type Fault = readonly [label: string, change: (document: unknown) => unknown];

/** Common mistakes. */
const FAULTS: readonly Fault[] = [
  ['Wrong total', (document) => bump(document, ['totals', 'total'], 100)],
  ['Unknown rate', (document) => withValue(document, ['items', 0, 'taxRate'], 20)],
  ['VAT on the gross amount', (document) => grossTax(document)],
  ['Amounts as decimals', (document) => withValue(document, ['items', 0, 'amount'], 129.8)],
  [
    'Cash without rounding',
    (document) => without(withValue(document, ['payment', 'method'], 'cash'), ['totals', 'rounding']),
  ],
  ['No time zone', (document) => withValue(document, ['timestamp'], '2026-11-21T10:05:00')],
];

/** Adds buttons that break the receipt, so that users can see the effect. */
export function offerFaults(app: App): void {
  const buttons = FAULTS.map(([label, make]) =>
    el('button', { type: 'button', click: () => change(app, make) }, label),
  );
  const comma = () => app.edit([{ from: app.text.indexOf(',') + 1, to: app.text.indexOf(',') + 1, insert: ',' }]);
  byId('break', HTMLElement).replaceChildren(
    ...buttons,
    el('button', { type: 'button', click: comma }, 'A stray comma'),
  );
}

function bump(document: unknown, path: readonly string[], by: number): unknown {
  const value = valueAt(document, path);
  return withValue(document, path, (typeof value === 'number' ? value : 0) + by);
}

/** Makes the most common mistake: calculating the tax as the rate times the gross price. */
function grossTax(document: unknown): unknown {
  const amount = valueAt(document, ['items', 0, 'amount']);
  const rate = valueAt(document, ['items', 0, 'taxRate']);
  if (typeof amount !== 'number' || typeof rate !== 'number') return document;
  return withValue(document, ['items', 0, 'taxAmount'], Math.round((amount * rate) / 100));
}
