export type Paint = (text: string) => string;
export type Styles = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', Paint>>;

export interface PrintedIssue {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
}

export interface IssuePrinterOptions {
  readonly remedyOf: (code: string) => string | undefined;
  readonly style: Styles;
  /** Columns to stay within. */
  readonly width: number;
}

export function issuePrinter(
  options: IssuePrinterOptions,
): (issue: PrintedIssue, place?: (width: number) => readonly string[]) => string[];
export function hanging(head: string, text: string, column: number, width: number): string[];
export function wrap(text: string, width: number): string[];
export function styles(colour: boolean): Styles;
