import { ratesOn, type RateRow, type ReceiptLaw } from 'receipt-rule-packs';
import type { App } from '../app.js';
import { change } from '../change-document.js';
import { byId, el } from '../dom.js';
import { registry } from '../judge.js';
import { valueAt, withValue } from '../json/change.js';
import type { Verdict } from '../verdict.js';
import { daysOfChange, toDay, toNumber, written } from './dates.js';
import { drawStrips, drawTicks, placeOf, stripsOf, type Span } from './strips.js';

const DAY_OF = /^[1-9]\d{3}-\d\d-\d\d(?=T)/;
/** The first day that the strips show, unless the receipt is older. */
const FIRST = '2010-01-01';
/** The number of days to show before the first change and after the last. */
const MARGIN = 365;

/**
 * Shows when each rate was in force, and the receipt's date. The user can drag the date, or move it with the arrow
 * keys. Hidden unless rates are checked against dates.
 */
export function showDays(app: App): void {
  const place = byId('days', HTMLElement);
  const slider = el('input', { type: 'range', id: 'day', 'aria-label': 'Day of the receipt' });
  const [told, noTable] = [el('p', { role: 'status' }), el('p', {})];
  const ticks = el('div', { class: 'ticks', 'aria-hidden': 'true' });
  const strips = el('ul', { id: 'strips', tabindex: 0, 'aria-label': 'Rates and when they were in force' });
  const step = (sign: string, label: string, find: (day: string) => string | undefined) => {
    const press = () => setDay(app, find(toDay(Number(slider.value))));
    return el('button', { type: 'button', title: label, 'aria-label': label, click: press }, sign);
  };
  let days: readonly string[] = [];
  let drawn = '';
  let span: Span = { first: 0, last: 1 };
  const isWide = matchMedia('(min-width: 900px) and (min-height: 800px)').matches;
  const table = el(
    'details',
    { open: isWide },
    el('summary', {}, 'Rates and when they were in force'),
    el(
      'div',
      { class: 'axis' },
      el(
        'div',
        { class: 'tools' },
        step('‹', 'Previous change', (day) => days.filter((each) => each < day).at(-1)),
        step('›', 'Next change', (day) => days.find((each) => each > day)),
      ),
      slider,
      ticks,
    ),
    strips,
  );
  slider.addEventListener('input', () => setDay(app, toDay(Number(slider.value))));
  dragDay(strips, (share) => setDay(app, toDay(Math.round(span.first + share * (span.last - span.first)))));
  table.addEventListener('toggle', () => app.judge());
  place.append(told, noTable, table);
  app.onVerdict((verdict) => {
    const { country, rateWindows } = app.setting;
    const day = dayOf(verdict);
    // Return early: most key presses change nothing here, and measuring the strips forces a layout.
    const now = [country, rateWindows, day, table.open].join();
    if (now === drawn) return;
    drawn = now;
    const law = registry.resolve(country)?.law;
    place.hidden = rateWindows === 'off' || law === undefined;
    if (place.hidden) return;
    const range = rangeOf(law!);
    noTable.hidden = range === undefined;
    noTable.textContent = `${law!.name.en} has no table of rates: any rate from ${range?.min} to ${range?.max} is accepted.`;
    days = daysOfChange(law!);
    table.hidden = range !== undefined || day === undefined;
    told.hidden = table.hidden;
    if (table.hidden) return;
    span = spanOf(days, day!);
    slider.min = `${span.first}`;
    slider.max = `${span.last}`;
    slider.value = `${toNumber(day!)}`;
    slider.ariaValueText = written(day!);
    table.style.setProperty('--day', `${placeOf(toNumber(day!), span)}%`);
    ticks.replaceChildren(...drawTicks(days, span, ticks.clientWidth));
    strips.replaceChildren(...drawStrips(stripsOf(law!), span, day!));
    told.textContent = `${written(day!)}: ${ratesText(law!, day!)}.${days.includes(day!) ? ' The law changed on this day.' : ''}`;
  });
}

/** Sets the receipt's day. All changes during one drag are undone in one step. */
function setDay(app: App, day: string | undefined): void {
  if (day === undefined) return;
  const dated = (document: unknown) => {
    const timestamp = valueAt(document, ['timestamp']);
    return typeof timestamp === 'string'
      ? withValue(document, ['timestamp'], timestamp.replace(DAY_OF, day))
      : document;
  };
  change(app, dated, 'day');
}

/** Returns the local day of the receipt; undefined if it has no valid timestamp. */
function dayOf(verdict: Verdict): string | undefined {
  const timestamp = verdict.kind === 'judged' ? valueAt(verdict.document, ['timestamp']) : undefined;
  const day = typeof timestamp === 'string' ? DAY_OF.exec(timestamp)?.[0] : undefined;
  const number = day === undefined ? NaN : toNumber(day);
  return !Number.isNaN(number) && toDay(number) === day ? day : undefined;
}

const rangeOf = ({ rates }: ReceiptLaw) => ('min' in rates ? rates : undefined);

/** Returns the period to show, which includes all changes and the receipt's day. */
function spanOf(days: readonly string[], day: string): Span {
  const [first = day, last = day] = [days[0], days.at(-1)];
  return {
    first: Math.min(Math.max(toNumber(first) - MARGIN, toNumber(FIRST)), toNumber(day)),
    last: Math.max(toNumber(last) + MARGIN, toNumber(day) + MARGIN),
  };
}

/** Calls back with the pointer's position on the tracks, from 0 to 1. A pen or finger can still scroll the tracks. */
function dragDay(strips: HTMLElement, set: (share: number) => void): void {
  strips.addEventListener('pointerdown', ({ target, pointerId, clientX }) => {
    const track = target instanceof Element ? target.closest('.strip')?.querySelector('.track') : undefined;
    if (!track) return;
    const { left, width } = track.getBoundingClientRect();
    if (clientX < left) return;
    const share = (x: number) => Math.min(Math.max((x - left) / width, 0), 1);
    strips.setPointerCapture(pointerId);
    set(share(clientX));
    strips.onpointermove = (move) => set(share(move.clientX));
    strips.onlostpointercapture = () => (strips.onpointermove = null);
  });
}

/** Lists the rates in force on a day, including those for classes of goods. */
function ratesText(law: ReceiptLaw, day: string): string {
  const rows = Array.isArray(law.rates) ? (law.rates as readonly RateRow[]) : [];
  const classes = new Set([undefined, ...rows.map(({ productTaxClass }) => productTaxClass)]);
  const rates = [...classes].flatMap((each) => ratesOn(law, day, each).map(({ rate }) => rate));
  const inForce = [...new Set(rates)].sort((a, b) => b - a).map((rate) => `${rate} %`);
  return inForce.length === 0 ? 'no rate is known' : inForce.join(', ');
}
