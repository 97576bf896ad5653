import { isFigure, isNumber } from '../complete/exact.js';
import type { Edit, Repairs } from './repairs.js';
import { isFields, valueAt, type Path } from './revision.js';
import { rounded, type View } from './view.js';

/** The paths of all amounts of money in a document. */
function moneyPaths({ lines, entries, jurisdictions }: View): Path[] {
  return [
    ...lines.flatMap(({ fields }, i): Path[] => [
      ...['unitPrice', 'amount', 'taxAmount'].map((name) => ['items', i, name]),
      ...(isFields(fields.discount) ? [['items', i, 'discount', 'amount']] : []),
    ]),
    ...entries.flatMap((_, j): Path[] => ['taxableAmount', 'taxAmount'].map((name) => ['tax', 'summary', j, name])),
    ...jurisdictions.map((_, j): Path => ['tax', 'jurisdictions', j, 'taxAmount']),
    ...['subtotal', 'discount', 'tax', 'rounding', 'total'].map((name): Path => ['totals', name]),
  ];
}

/** A number as text, optionally with thousands separators and a currency. Captures the whole part and the decimals. */
const NUMBER_TEXT = /^\s*[^\d\-+.,]{0,4}([+-]?\d{1,3}(?:[ .,\u00a0]\d{3})+|[+-]?\d+)([.,]\d{1,2})?\D{0,5}$/u;

/** Parses text into minor units; undefined if it is not an amount. */
export function moneyOfText(text: string): { readonly amount: number; readonly hasDecimals: boolean } | undefined {
  if (text.length > 30) return undefined;
  const match = NUMBER_TEXT.exec(text);
  if (match === null) return undefined;
  const whole = match[1]!.replace(/[ .,\u00a0]/g, '');
  const decimals = match[2]?.slice(1).padEnd(2, '0') ?? '';
  return { amount: Number(whole + decimals), hasDecimals: decimals !== '' };
}

/** Suggests repairs for mistakes that affect the whole document. */
export function suggestWhole(repairs: Repairs): void {
  const { view } = repairs;
  const { document, pricesIncludeTax } = view;
  if (
    pricesIncludeTax !== undefined &&
    repairs.has('tax_amount_deviates', 'summary_deviates', 'sum_mismatch', 'prices_include_tax', 'prices_exclude_tax')
  ) {
    const title = `Prices ${pricesIncludeTax ? 'do not ' : ''}include tax`;
    repairs.fields('prices_flag', 1, [{ path: ['tax', 'pricesIncludeTax'], value: !pricesIncludeTax }], title);
  }
  suggestMoney(repairs);
  suggestFractions(repairs);
  const isRefund = document.type === 'refund' || document.type === 'credit_note';
  if (isRefund && view.total < 0 && repairs.has('out_of_range')) {
    const quantities = view.lines.map((_, i): Path => ['items', i, 'quantity']);
    const edits = [...moneyPaths(view).filter((path) => path[2] !== 'discount'), ...quantities].flatMap(
      (path): Edit[] => {
        const value = valueAt(document, path);
        return isNumber(value) && value < 0 ? [{ path, value: -value }] : [];
      },
    );
    repairs.fields('refund_sign', 1, edits, 'Figures of a refund are positive');
  }
}

function suggestMoney(repairs: Repairs): void {
  // Lists the paths only if needed: for a long receipt, that takes as long as a validation.
  if (!repairs.has('invalid_type')) return;
  const money = moneyPaths(repairs.view).map((path) => ({ path, value: valueAt(repairs.view.document, path) }));
  const faulty = money.filter(({ value }) => value !== undefined && !isFigure(value));
  if (faulty.length < 2) return;
  const inMajor = money.flatMap(({ path, value }): Edit[] =>
    isNumber(value) ? [{ path, value: rounded(value * 100) }] : [],
  );
  if (faulty.some(({ value }) => isNumber(value))) {
    const scale = (what: string, isIn: (path: Path) => boolean): void =>
      repairs.fields(
        'minor_units',
        1,
        inMajor.filter(({ path }) => isIn(path)),
        `${what} is in major units, not in minor units`,
      );
    scale('Money', () => true);
    scale('Money in the lines', ([first]) => first === 'items');
    scale('Each unitPrice', (path) => path.at(-1) === 'unitPrice');
    scale('Money in summary and totals', ([first]) => first !== 'items');
  }
  const texts = faulty.flatMap(({ path, value }) => {
    const read = typeof value === 'string' ? moneyOfText(value) : undefined;
    return read === undefined ? [] : [{ path, ...read }];
  });
  if (texts.some(({ hasDecimals }) => hasDecimals)) {
    const edits = texts.map(({ path, amount, hasDecimals }) => ({ path, value: hasDecimals ? amount : amount * 100 }));
    repairs.fields('numbers_as_text', 1, [...edits, ...inMajor], 'Money is written as text, in major units');
  }
  const edits = texts.map(({ path, amount }) => ({ path, value: amount }));
  repairs.fields('numbers_as_text', 1.1, edits, 'Money is written as text');
}

function suggestFractions(repairs: Repairs): void {
  const { lines, entries, jurisdictions } = repairs.view;
  if (!repairs.has('invalid_rate', 'rate_unusual', 'summary_missing', 'summary_unused')) return;
  const rates: readonly (readonly [Path, unknown])[] = [
    ...lines.map(({ taxRate }, i) => [['items', i, 'taxRate'], taxRate] as const),
    ...entries.map(({ rate }, j) => [['tax', 'summary', j, 'rate'], rate] as const),
    ...jurisdictions.map(({ rate }, j) => [['tax', 'jurisdictions', j, 'rate'], rate] as const),
  ];
  const edits = rates.flatMap(([path, rate]): Edit[] =>
    isNumber(rate) && rate > 0 && rate < 1 ? [{ path, value: Number((rate * 100).toFixed(6)) }] : [],
  );
  repairs.fields('rates_as_fractions', 1, edits, 'Rates are fractions: send percent');
}
