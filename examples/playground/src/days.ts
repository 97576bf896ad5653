import { ratesOn, type Dated, type ReceiptLaw } from 'receipt-rule-packs';
import type { App } from './app.js';
import { change } from './change-document.js';
import { byId, el } from './dom.js';
import { registry } from './judge.js';
import { valueAt, withValue } from './json/change.js';

const DAY = 86_400_000;
const toNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY;
const toDay = (number: number) => new Date(number * DAY).toISOString().slice(0, 10);
const WRITTEN = /^[1-9]\d{3}-\d\d-\d\d(?=T)/;

/** The days on which a part of the law takes effect or expires: rates, cash rounding, currency. */
export function daysOfChange({ rates, cashRounding, currencies }: ReceiptLaw): string[] {
  const windows: readonly Dated[] = [
    ...(Array.isArray(rates) ? (rates as readonly Dated[]) : []),
    ...cashRounding,
    ...currencies,
  ];
  const days = windows.flatMap(({ from, until }) => [
    ...(from === undefined ? [] : [from]),
    ...(until === undefined ? [] : [toDay(toNumber(until) + 1)]),
  ]);
  return [...new Set(days)].sort();
}

/**
 * A slider over the days of the law, which sets the date of the receipt. Shown if rates are checked against dates.
 */
export function showDays(app: App): void {
  const place = byId('days', HTMLElement);
  const slider = el('input', { type: 'range', id: 'day', list: 'changes', 'aria-label': 'Day of the receipt' });
  const ticks = el('datalist', { id: 'changes' });
  const told = el('p', { role: 'status' });
  let days: readonly string[] = [];
  const setDay = (day: string) =>
    change(app, (document) => {
      const timestamp = valueAt(document, ['timestamp']);
      return typeof timestamp === 'string'
        ? withValue(document, ['timestamp'], timestamp.replace(WRITTEN, day))
        : document;
    });
  const step = (found: string | undefined) => found !== undefined && setDay(found);
  const day = () => toDay(Number(slider.value));
  slider.addEventListener('input', () => setDay(day()));
  place.append(
    el('button', { type: 'button', click: () => step(days.filter((each) => each < day()).at(-1)) }, '‹ Change before'),
    slider,
    el('button', { type: 'button', click: () => step(days.find((each) => each > day())) }, 'Next change ›'),
    told,
    ticks,
  );
  app.onVerdict((verdict) => {
    const law = registry.resolve(app.setting.country)?.law;
    const timestamp = verdict.kind === 'judged' ? valueAt(verdict.document, ['timestamp']) : undefined;
    const written = typeof timestamp === 'string' ? WRITTEN.exec(timestamp)?.[0] : undefined;
    const isDay = written !== undefined && !Number.isNaN(toNumber(written)) && toDay(toNumber(written)) === written;
    days = law === undefined ? [] : daysOfChange(law);
    place.hidden = app.setting.rateWindows === 'off' || law === undefined || !isDay || days.length === 0;
    if (place.hidden) return;
    const [first, last] = [days[0]!, days.at(-1)!];
    slider.min = `${Math.min(toNumber(first) - 365, toNumber(written!))}`;
    slider.max = `${Math.max(toNumber(last) + 365, toNumber(written!))}`;
    slider.value = `${toNumber(written!)}`;
    slider.ariaValueText = written!;
    ticks.replaceChildren(...days.map((each) => el('option', { value: toNumber(each) })));
    told.textContent = `${written!}: ${ratesText(law!, written!)}${days.includes(written!) ? '. The law changed on this day.' : ''}`;
  });
}

/** The rates on a day, for each product tax class of the law. */
function ratesText(law: ReceiptLaw, day: string): string {
  const rows = Array.isArray(law.rates) ? (law.rates as readonly { productTaxClass?: string | undefined }[]) : [];
  const classes = [undefined, ...new Set(rows.flatMap(({ productTaxClass }) => productTaxClass ?? []))];
  const texts = classes.map((productTaxClass) => {
    const rates = [...new Set(ratesOn(law, day, productTaxClass).map(({ rate }) => `${rate} %`))].join(', ');
    return `${productTaxClass?.replaceAll('_', ' ') ?? 'rates'} ${rates === '' ? 'none' : rates}`;
  });
  return texts.join(' · ');
}
