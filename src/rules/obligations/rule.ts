import { concerns, lacking, valueAt } from '../../law/obligations.js';
import { hasDays } from '../../calendar/dates.js';
import type { Obligation, ReceiptLaw } from '../../law/types.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';

/** What the paper must carry, as far as a document holds it. Faults are warnings. */
export function paperObligations({ obligations = [] }: ReceiptLaw): Rule[] {
  const rows = obligations.filter(({ level }) => level === 'warning');
  const carried = rows.filter(({ code }) => code === 'fiscal_missing');
  const invoices = rows.filter(({ code }) => code === 'invoice_needed');
  return [
    ...(carried.length > 0 ? [fiscalData(carried)] : []),
    ...(invoices.length > 0 ? [invoiceNeeded(invoices)] : []),
  ];
}

/** One warning for each row. */
function fiscalData(rows: readonly Obligation[]): Rule {
  return {
    id: 'fiscal-data',
    severity: 'warning',
    codes: ['fiscal_missing'],
    summary: 'The document holds what the receipt must carry, unless the business is outside of the duty.',
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
  `${field} is missing: ${lawOf(row)} demands ${row.description}. Send it${wayOut(row)}.`;

const lawOf = ({ citation = 'the law' }: Obligation): string => citation;

/** A document with the field is no receipt any more. */
function invoiceNeeded(rows: readonly Obligation[]): Rule {
  return {
    id: 'invoice-needed',
    severity: 'warning',
    codes: ['invoice_needed'],
    summary: 'A buyer who needs an invoice gets one: a receipt is none.',
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
  `${row.when!.present} is present, but by ${lawOf(row)} ${row.description}. Issue an invoice${wayOut(row)}.`;

const wayOut = ({ duty }: Obligation): string =>
  duty === undefined ? '' : `, or give the business duties: { ${duty}: false } where that does not bind it`;

/** The fields that decide whether a row holds, and whether it is met. */
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
