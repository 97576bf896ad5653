import type { Transaction } from '../../document/types.generated.js';
import type { Issue } from '../../issues/issue.js';
import type { Shop } from '../../engine/shop.js';
import { show } from '../../text/show.js';
import type { BalanceResult, CorrectedSale, RefundableBalance } from '../types.js';
import { fieldsOf, issueAt } from '../completion-context.js';
import { readCorrectedSale, readInput } from './corrected-sale.js';
import { returnedLines, signOf, soldLines, type ParsedDocument, type ParsedLine } from './document.js';
import { RefundLedger, remainingAtRate, type LineBalance } from './ledger.js';
import { remaining } from './part.js';
import { remainingLine } from './refund-lines.js';

/**
 * Returns the part of a sale that can still be refunded, or the issues in its corrections. Corrections must refer to
 * the sale, use its rates, and refund no more than was sold, per line, per rate and in total. Corrections are counted
 * in the order of the list.
 *
 * To validate a single document, use `shop.validate`. `line_not_found` is a warning, because the lines of a credit by
 * amount are not in the sale; they reduce the balance at their rate.
 *
 * @throws UsageError for the same reasons as `createRefund`
 * @example
 * const left = refundableBalance(shop, { sale: stored, priorCorrections: [refund] });
 * if (left.valid) left.balance.lines[0].quantity; // 2 of 3
 */
export function refundableBalance(shop: Shop, input: CorrectedSale): BalanceResult {
  const given = readInput(shop, input);
  const { sale, corrections, faults: found } = readCorrectedSale(given, shop.pack);
  const faults = [...found, ...unnamedFaults(sale, given.originalTransactionId)];
  if (sale === undefined || hasIssue(faults))
    return { valid: false, issues: faults as [Issue, ...Issue[]], warnings: [] };
  const ledger = new RefundLedger(sale, corrections, shop.pack);
  const all = corrections.flatMap((correction, k) => check(ledger, k, correction));
  const issues = all.filter(({ severity }) => severity === 'error');
  const warnings = all.filter(({ severity }) => severity === 'warning');
  return hasIssue(issues)
    ? { valid: false, issues, warnings }
    : { valid: true, balance: balanceOf(ledger), issues: [], warnings };
}

/** Requires the sale's id: without it, corrections of another sale would go unnoticed. */
function unnamedFaults(sale: ParsedDocument | undefined, id: unknown): Issue[] {
  if (sale === undefined || sale.id !== undefined || typeof id === 'string') return [];
  const isAbsent = id === undefined || id === null;
  const problem = `must be the id of the sale, because sale has none${isAbsent ? '' : `, found ${show(id)}`}`;
  return [issueAt(['originalTransactionId'], isAbsent ? 'required' : 'invalid_type', problem, id)];
}

const hasIssue = (issues: readonly Issue[]): issues is readonly [Issue, ...Issue[]] => issues.length > 0;

function balanceOf(ledger: RefundLedger): RefundableBalance {
  return {
    lines: ledger.balances.map((balance) => {
      const { index, quantity, amount, discount, taxAmount } = remainingLine(ledger, balance);
      return { line: index, quantity, amount, discount, taxAmount };
    }),
    rates: ledger.rates.all.map((entry) => {
      const { amount, tax } = remainingAtRate(entry);
      return { rate: entry.rate, category: entry.category, amount: Number(amount), taxAmount: Number(tax) };
    }),
    total: Number(remaining(ledger.total, ledger.returned)),
  };
}

function check(ledger: RefundLedger, k: number, document: ParsedDocument): Issue[] {
  const issues: Issue[] = [];
  ledger.addCorrection(document, (line, pool) => {
    const path = ['priorCorrections', k, 'items', line.index];
    issues.push(...lineFaults(ledger, path, line, pool, document.type));
  });
  const lines = returnedLines(document);
  // If a line is wrong, the sums are wrong for that reason, so only the line is reported.
  const isWrong = issues.some(({ severity }) => severity === 'error');
  return isWrong ? issues : [...issues, ...sumFaults(ledger, k, document, lines)];
}

function lineFaults(
  ledger: RefundLedger,
  path: readonly (string | number)[],
  line: ParsedLine,
  pool: readonly LineBalance[],
  type: Transaction['type'],
): Issue[] {
  // A negative line that is not in the sale is a fee.
  if (pool.length === 0) return signOf(line) === -1 ? [] : unmatched(ledger, path, line, type);
  const units = ledger.unitsOf(line.quantity)!;
  const rest = ledger.roomFor(units, pool);
  if (units <= rest) return [];
  const [found, expected] = [Math.abs(line.quantity), ledger.quantityOf(rest)];
  const sold = ledger.quantityOf(pool.reduce((sum, balance) => sum + balance.sold.quantity, 0n));
  const problem = `is ${found}, but ${expected} of ${sold} remain`;
  return [issueAt([...path, 'quantity'], 'over_refund', problem, found, expected)];
}

/**
 * Checks a line that is not in the sale. A rate that the sale did not charge is an error. A line with a different price
 * or name only reduces the balance at its rate.
 */
function unmatched(
  ledger: RefundLedger,
  path: readonly (string | number)[],
  line: ParsedLine,
  type: Transaction['type'],
): Issue[] {
  const sold = soldLines(ledger.sale);
  const similar = sold.filter(({ name, sku }) => (sku ?? name) === (line.sku ?? line.name));
  const candidates = similar.length > 0 ? similar : sold;
  if (!candidates.some(({ rate, category }) => rate === line.rate && category === line.category)) {
    const isRate = !candidates.some(({ rate }) => rate === line.rate);
    const at = [...path, isRate ? 'taxRate' : 'taxCategory'];
    const found = isRate ? line.rate : line.category;
    const expected = [...new Set(candidates.map(({ rate, category }) => (isRate ? rate : category)))];
    const problem = `is ${found}, but the sale charged ${expected.join(', ')}`;
    return [issueAt(at, 'rate_differs_from_sale', problem, found, expected.length === 1 ? expected[0] : expected)];
  }
  if (similar.length > 0 || type === 'credit_note') return [];
  const problem = `matches no line of the sale, so it only reduces what is left at rate ${line.rate}`;
  return [{ ...issueAt(path, 'line_not_found', problem), severity: 'warning' }];
}

/** Checks each rate and, if all rates are correct, the total. */
function sumFaults(ledger: RefundLedger, k: number, document: ParsedDocument, lines: readonly ParsedLine[]): Issue[] {
  const rates = ledger.rates.all.filter(({ rate, category, sold, returned }) => {
    return (
      returned.amount > sold.amount + ledger.slack &&
      lines.some((line) => line.rate === rate && line.category === category)
    );
  });
  const total = ['priorCorrections', k, 'totals', 'total'];
  if (rates.length === 0) {
    if (ledger.returned <= ledger.total + ledger.slack) return [];
    const problem = `brings the refunds to ${ledger.returned}, but ${ledger.total} was sold`;
    return [
      issueAt(total, 'over_refund', problem, document.total, Number(ledger.total - ledger.returned) + document.total),
    ];
  }
  return rates.map(({ rate, category, sold, returned }) => {
    const summary = fieldsOf(document.root.tax)?.summary;
    const entries = Array.isArray(summary) ? (summary as unknown[]) : [];
    const j = entries.findIndex((entry) => fieldsOf(entry)?.rate === rate && fieldsOf(entry)?.category === category);
    const at = ['priorCorrections', k, 'tax', 'summary', ...(j < 0 ? [] : [j])];
    const problem = `brings the refunds at rate ${rate}, category ${category} to ${returned.amount}, but ${sold.amount} was sold`;
    return issueAt(at, 'over_refund', problem, Number(returned.amount), Number(sold.amount));
  });
}
