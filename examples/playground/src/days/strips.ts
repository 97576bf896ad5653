import type { Dated, RateRow, ReceiptLaw } from 'receipt-rule-packs';
import { el } from '../dom.js';
import { toNumber, written } from './dates.js';

/** A rate, the goods that it applies to, and the periods in which it was in force. */
export interface Strip {
  /** In percent. */
  readonly rate: number;
  /** The classes of goods that the rate applies to; empty if it applies to all goods. */
  readonly goods: readonly string[];
  readonly windows: readonly Dated[];
}

/** The first and last day to show, as days since 1970-01-01. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Makes a strip for each rate. Classes of goods with the same rate in the same periods share a strip. */
export function stripsOf({ rates }: ReceiptLaw): Strip[] {
  if (!Array.isArray(rates)) return [];
  const byGoods = new Map<string, RateRow[]>();
  for (const row of rates as readonly RateRow[]) {
    const key = `${row.rate} ${goodsOf(row)}`;
    byGoods.set(key, [...(byGoods.get(key) ?? []), row]);
  }
  const strips = new Map<string, { rate: number; goods: string[]; windows: Dated[] }>();
  for (const rows of byGoods.values()) {
    const windows = rows.map(({ from, until }) => ({ from, until }));
    const goods = goodsOf(rows[0]!);
    const key = JSON.stringify([rows[0]!.rate, windows, goods === '']);
    const strip = strips.get(key) ?? { rate: rows[0]!.rate, goods: [], windows };
    if (goods !== '') strip.goods.push(goods);
    strips.set(key, strip);
  }
  return [...strips.values()].sort(
    (a, b) => Number(a.goods.length > 0) - Number(b.goods.length > 0) || b.rate - a.rate,
  );
}

const goodsOf = ({ productTaxClass, regime, part }: RateRow): string =>
  [productTaxClass?.replaceAll('_', ' '), regime, part].filter((word) => word !== undefined).join(', ');

/** Returns a day's position between the first and the last day, in percent. */
export const placeOf = (day: number, { first, last }: Span): number =>
  Math.min(Math.max(((day - first) / (last - first)) * 100, 0), 100);

/** Draws a row for each strip, with a bar for each period in which the rate was in force. */
export function drawStrips(strips: readonly Strip[], span: Span, day: string): HTMLElement[] {
  return strips.map(({ rate, goods, windows }) => {
    const isInForce = windows.some(({ from = '', until = '9' }) => from <= day && day <= until);
    const bars = windows.map((window) => bar(window, span));
    return el(
      'li',
      { class: isInForce ? 'strip now' : 'strip', 'data-rate': rate },
      el(
        'span',
        { class: 'rate', title: goods.join(', ') },
        el('b', {}, `${isInForce ? '✓ ' : ''}${rate} %`),
        goods.length > 0 && ` ${goods.join(', ')}`,
      ),
      el('span', { class: 'track' }, ...bars),
    );
  });
}

function bar({ from, until }: Dated, span: Span): HTMLElement {
  const start = from === undefined ? 0 : placeOf(toNumber(from), span);
  const end = until === undefined ? 100 : placeOf(toNumber(until) + 1, span);
  const told = [
    ...(from === undefined ? [] : [`from ${written(from)}`]),
    ...(until === undefined ? [] : [`until ${written(until)}`]),
  ].join(' ');
  const element = el(
    'span',
    { class: 'window', title: told || 'always', 'data-from': from, 'data-until': until },
    told,
  );
  // Set the style from the script, because the Content Security Policy does not allow style attributes in the page.
  element.style.left = `${start}%`;
  element.style.width = `${end - start}%`;
  return element;
}

/**
 * Draws a tick below the slider for each day on which the law changes, with the date if there is room.
 *
 * @param width the slider's width in pixels
 */
export function drawTicks(days: readonly string[], span: Span, width: number): HTMLElement[] {
  const label = (LABEL_PX / Math.max(width, 1)) * 100;
  let free = 0;
  return days.flatMap((day) => {
    const number = toNumber(day);
    if (number < span.first || number > span.last) return [];
    const place = placeOf(number, span);
    const hasRoom = place >= free && place <= 100 - label;
    if (hasRoom) free = place + label;
    const tick = el('span', { class: 'tick', 'data-day': day }, hasRoom && el('span', {}, written(day)));
    tick.style.left = `${place}%`;
    return [tick];
  });
}

/** A date's width, in pixels. */
const LABEL_PX = 90;
