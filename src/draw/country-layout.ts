/** The layout of a country's receipts, from `packs/<id>/layout.json`. */

/** The parts of a receipt, in the country's order. */
export type Block =
  | 'head'
  | 'qr'
  | 'title'
  | 'number'
  | 'items'
  | 'totals'
  | 'taxes'
  | 'tender'
  | 'original'
  | 'fiscal';

/** How a line's tax rate is marked. `T-N`: T if the line is taxed, N if not. */
export type RateMark = 'none' | 'percent' | 'letter' | 'letter-before' | 'letter-if-zero' | 'T-N';

/** An identifier of the business. `#` in `pattern` stands for a digit; `strip` is a prefix that is not printed. */
export interface PrintedId {
  readonly from: 'orgNumber' | 'vatNumber';
  readonly label: string;
  readonly pattern?: string;
  readonly strip?: string;
  /** Printed only if the identifier named here is missing. */
  readonly unless?: 'orgNumber' | 'vatNumber';
}

/** One row per rate, instead of a table. */
export interface TaxRow {
  readonly label: string;
  readonly amount: 'gross' | 'tax';
  /** The label of the row for exempt sales; null if they have no row. */
  readonly exempt?: string | null;
}

export interface TaxTable {
  /** A table with net, tax and gross by rate. */
  readonly table?: true;
  /**
   * A sentence below the total, used instead of a table; if the country also has a table, used only for a single rate.
   */
  readonly sentence?: string;
  readonly rows?: readonly TaxRow[];
  /** The pattern for a jurisdiction's row, between subtotal and total. */
  readonly jurisdictions?: string;
  /** The label for the sum of `rows` or `jurisdictions`. */
  readonly sum?: string;
}

export interface FiscalQr {
  /** The field that contains the content, without the country's namespace. */
  readonly from: string;
  readonly ecLevel: 'L' | 'M';
  /** With `si-zoi`, the content is derived from the ZOI, as FURS prescribes. */
  readonly make?: 'si-zoi';
  readonly charset?: 'ISO-8859-5';
  readonly minMm?: number;
  readonly maxMm?: number;
  /** Whether to omit the fields if the receipt shows the QR code. */
  readonly replacesFields?: boolean;
}

export interface FiscalBlock {
  /** The label of each field of the country's namespace; null for a value printed without a label. */
  readonly fields: Readonly<Record<string, string | null>>;
  readonly words?: { readonly above?: string; readonly below?: string; readonly line?: string };
  readonly qr?: FiscalQr;
}

export interface CountryLayout {
  readonly date: string;
  readonly time: string;
  readonly currency: {
    readonly code: string;
    readonly sign: string;
    readonly place: 'before' | 'after' | 'none';
    readonly onLines?: boolean;
    readonly decimals?: number;
  };
  /** If undefined, the pattern comes from CLDR. */
  readonly percent: string | undefined;
  readonly address: readonly string[];
  /** `#` stands for a digit, `@` for a letter. */
  readonly postalCode?: string;
  readonly ids: readonly PrintedId[];
  readonly blocks: readonly Block[];
  readonly line: {
    readonly rate: RateMark;
    readonly quantity: string;
    readonly columns?: readonly string[];
    /** The quantity is printed on a line above the name. */
    readonly quantityFirst?: boolean;
    /** Name, quantity and amount share a line. */
    readonly oneLine?: boolean;
  };
  /** The rates that each letter stands for; with `by rate`, A stands for the highest rate, and B for the next. */
  readonly letters?: 'by rate' | Readonly<Record<string, number | readonly number[] | 'exempt'>>;
  readonly taxTable: TaxTable;
  /** Further languages in which receipts can be printed, besides English. */
  readonly languages?: readonly string[];
  /** Words for payment methods that differ from the law's labels. */
  readonly tender?: Readonly<Record<string, string>> | undefined;
  readonly fiscal?: FiscalBlock;
}

/** The values that most countries share. */
export const DEFAULT_LAYOUT = {
  date: 'dd.MM.yyyy',
  time: 'HH:mm',
  currency: { code: 'EUR', sign: '€', place: 'after' },
  percent: '{rate} %',
  address: ['{line1}', '{line2}', '{postalCode} {city}'],
  blocks: ['head', 'title', 'number', 'items', 'totals', 'taxes', 'tender', 'fiscal'],
  line: { rate: 'letter', quantity: '{quantity} {unit} x {unitPrice}' },
  taxTable: { table: true },
} as const satisfies Partial<CountryLayout>;

/** The properties in which a layout differs from the default. */
export interface LayoutDifferences extends Partial<Omit<CountryLayout, 'ids' | 'currency' | 'line'>> {
  readonly ids: readonly PrintedId[];
  readonly currency?: Partial<CountryLayout['currency']>;
  readonly line?: Partial<CountryLayout['line']>;
}

export const withDefaults = (differences: LayoutDifferences): CountryLayout => ({
  ...DEFAULT_LAYOUT,
  ...differences,
  currency: { ...DEFAULT_LAYOUT.currency, ...differences.currency },
  line: { ...DEFAULT_LAYOUT.line, ...differences.line },
});
