import { concerns, lacking, valueAt } from '../../law/obligations.js';
import { hasDays } from '../../calendar/dates.js';
import type { Obligation, ReceiptLaw } from '../../law/types.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import type { Summaries } from '../summaries.js';

/** Warns about missing data that the receipt must show, if the schema has fields for it. */
export function paperObligations(law: ReceiptLaw): Rule[] {
  const rows = rowsOf(law, 'fiscal_missing');
  return rows.length > 0 ? [fiscalData(rows)] : [];
}

/** Warns about receipts to buyers who need an invoice. */
export function invoiceObligations(law: ReceiptLaw): Rule[] {
  const rows = rowsOf(law, 'invoice_needed');
  return rows.length > 0 ? [invoiceNeeded(rows)] : [];
}

const rowsOf = ({ obligations = [] }: ReceiptLaw, wanted: Obligation['code']): readonly Obligation[] =>
  obligations.filter(({ level, code }) => level === 'warning' && code === wanted);

/** Raises one warning for each obligation that the document does not meet. */
function fiscalData(rows: readonly Obligation[]): Rule {
  return {
    id: 'fiscal-data',
    severity: 'warning',
    codes: ['fiscal_missing'],
    source: sourcesOf(rows),
    reads: readsOf(rows),
    check: (run) => {
      for (const row of rows) {
        if (!concerns(row, run.transaction, run.business.duties)) continue;
        const fields = lacking(row, run.transaction) as ReadPattern[];
        const [field] = fields;
        if (field === undefined) continue;
        run.report(field, 'fiscal_missing', missingText, { found: undefined, expected: fields }, { row, field });
      }
    },
  };
}

const missingText = ({ row, field }: { readonly row: Obligation; readonly field: string }): string =>
  `${field} is missing: ${lawOf(row)} requires ${row.description}. Send it${wayOut(row)}.`;

const lawOf = ({ citation = 'the law' }: Obligation): string => citation;

/** Checks for fields that mean that the buyer needs an invoice, not a receipt. */
function invoiceNeeded(rows: readonly Obligation[]): Rule {
  return {
    id: 'invoice-needed',
    severity: 'warning',
    codes: ['invoice_needed'],
    source: sourcesOf(rows),
    reads: readsOf(rows),
    check: (run) => {
      for (const row of rows) {
        if (!concerns(row, run.transaction, run.business.duties)) continue;
        const field = row.when!.present as ReadPattern;
        run.report(field, 'invoice_needed', invoiceText, { found: valueAt(run.transaction, field) }, row);
      }
    },
  };
}

const invoiceText = (row: Obligation): string =>
  `${row.when!.present} is present: ${lawOf(row)}, ${row.description}. Issue an invoice${wayOut(row)}.`;

const wayOut = ({ duty }: Obligation): string =>
  duty === undefined ? '' : `, or set duties: { ${duty}: false } for a business that is exempt`;

/** The fields that decide whether an obligation applies, and whether the document meets it. */
function readsOf(rows: readonly Obligation[]): ReadPattern[] {
  const reads = rows.flatMap((row): readonly string[] => [
    ...(hasDays(row) ? ['timestamp'] : []),
    ...(row.tenders === undefined ? [] : ['payment.method']),
    ...(row.channels === undefined ? [] : ['channel']),
    ...(row.when === undefined ? [] : [row.when.present]),
    ...(row.unless === undefined ? [] : [row.unless.field]),
    ...row.anyOf.flat(),
  ]);
  return [...new Set(reads)] as ReadPattern[];
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'fiscal-data': 'The document contains the data that the receipt must show.',
  'invoice-needed': 'A buyer who needs an invoice gets one.',
};
