export type Paint = (text: string) => string;
export type Styles = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', Paint>>;

export interface PrintedIssue {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
}

export interface RemedyPrinterOptions {
  readonly remedyOf: (code: string) => string | undefined;
  readonly style: Styles;
  /** Maximum width in columns. */
  readonly width: number;
}

export type RemedyLines = (code: string, head?: string, expected?: string) => string[];

export interface IssuePrinterOptions {
  readonly remedyLines: RemedyLines;
  readonly style: Styles;
  /** Maximum width in columns. */
  readonly width: number;
}

export function remedyPrinter(options: RemedyPrinterOptions): RemedyLines;
export function issuePrinter(
  options: IssuePrinterOptions,
): (issue: PrintedIssue, place?: (width: number) => readonly string[], expected?: string) => string[];
export function hanging(head: string, text: string, column: number, width: number): string[];
export function wrap(text: string, width: number): string[];
export function styles(colour: boolean): Styles;
