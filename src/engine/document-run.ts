import { placeOf } from '../document/places.js';
import { sortKey, Findings, type Finding } from '../document/findings.js';
import type { StructureFaults } from '../document/structure-faults.js';
import type { LineItem, TransactionFields } from '../document/types.generated.js';
import type { Issue, IssueText } from '../issues/issue.js';
import type { IssueCode } from '../issues/issue-codes.js';
import type { ReceiptLaw } from '../law/types.js';
import { isLineAmount } from '../money/line-amount.js';
import { localDate } from '../calendar/dates.js';
import { groupLines, type LineGroups } from '../document/line-groups.js';
import type { CompiledRule, SelectRules } from '../rule/compile.js';
import type { CachingContext, IssueDetails } from '../rule/rule-context.js';
import { severityOf } from '../rule/severities.js';
import type { Business, CheckOptions, RateWindows, ReadPattern, Severities } from '../rule/types.js';

/**
 * This library's rules pass `{ found }`, `{ found, expected }` or `{ index, found, expected }`: JavaScript engines
 * optimise property access for at most four object shapes. This saves a twelfth of the time for a document with twenty
 * issues (measured).
 */
const NO_DETAILS: IssueDetails = { found: undefined };

/** The state of a validation. */
export class DocumentRun implements CachingContext {
  readonly transaction: TransactionFields;
  readonly business: Business;
  readonly rateWindows: RateWindows;
  readonly originalDate: string | undefined;
  private readonly productTaxClass: CheckOptions['productTaxClass'];
  private readonly severities: Severities | undefined;
  private current: CompiledRule | undefined;
  private skipped: readonly number[] | undefined;
  private groups: LineGroups | undefined;
  private inexact: readonly number[] | undefined;
  private errorsFound: Findings | undefined;
  private warningsFound: Findings | undefined;

  /**
   * @param givenItems the lines of the document that the caller passed, before faulty fields were removed
   * @param errors the list that collects the errors, including structural faults
   */
  constructor(
    transaction: TransactionFields,
    private readonly givenItems: readonly LineItem[],
    readonly law: ReceiptLaw | undefined,
    options: CheckOptions,
    errors?: Findings,
    private readonly maxIssues = Infinity,
  ) {
    this.transaction = transaction;
    const { country, multiLocation, territory, regimes, duties, vatNumber } = options;
    this.business = { country, multiLocation: multiLocation === true, territory, regimes, duties, vatNumber };
    this.rateWindows = options.rateWindows ?? 'warn';
    this.originalDate = options.original === undefined ? undefined : localDate(options.original.timestamp);
    this.productTaxClass = options.productTaxClass;
    this.severities = options.severities;
    this.errorsFound = errors;
  }

  /** Runs every rule that applies to the document, except rules that read a faulty field. */
  judge(select: SelectRules, faults: StructureFaults | undefined): void {
    for (const compiled of select(this.transaction.tax?.scheme, this.rateWindows !== 'off')) {
      if (faults !== undefined) {
        if (faults.touches(compiled.nodes) || faults.touchesNamespace(compiled.namespaces)) continue;
        this.skipped = compiled.each < 0 ? undefined : faults.ofElements(compiled.each);
      }
      this.current = compiled;
      compiled.check(this);
    }
  }

  skips(index: number): boolean {
    return this.skipped !== undefined && ((this.skipped[index] ?? 0) & this.current!.elementMask) !== 0;
  }

  classOf(index: number): string | undefined {
    if (this.productTaxClass === undefined) return undefined;
    const name: unknown = this.productTaxClass(this.givenItems[index]!);
    return typeof name === 'string' ? name : undefined;
  }

  inexactLines(): readonly number[] {
    return (this.inexact ??= this.findInexactLines());
  }

  private findInexactLines(): readonly number[] {
    const { items } = this.transaction;
    const found: number[] = [];
    for (let i = 0; i < items.length; i++) {
      if (this.skips(i)) continue;
      const { quantity, unitPrice, amount, discount } = items[i]!;
      if (!isLineAmount(quantity, unitPrice, discount === undefined ? 0 : discount.amount, amount)) found.push(i);
    }
    return found;
  }

  lineGroups(): LineGroups {
    return (this.groups ??= groupLines(this.transaction.items));
  }

  report<Values>(
    pattern: ReadPattern,
    code: IssueCode | (string & {}),
    message: IssueText<Values>,
    { index = -1, found, expected }: IssueDetails = NO_DETAILS,
    values?: Values,
  ): void {
    const { id, severity: declared, insideOrder } = this.current!;
    const severity = this.severities === undefined ? declared : severityOf(this.severities, id, code, declared);
    if (severity === 'off') return;
    const findings =
      severity === 'error'
        ? (this.errorsFound ??= new Findings(this.maxIssues))
        : (this.warningsFound ??= new Findings());
    const at = placeOf(pattern);
    // The schema does not order the fields inside extensions, so their issues follow the order in which the pack's
    // rules read the fields.
    const inside = at.freeForm ? 1 + insideOrder.indexOf(pattern) : 0;
    const key = sortKey(at, index) + inside;
    if (!findings.wants(key)) return;
    findings.add(key, {
      at,
      index,
      code,
      message: message as Finding['message'],
      values,
      severity,
      rule: id,
      found,
      expected,
    });
  }

  /** Errors and warnings together, in document order. */
  all(): Issue[] {
    const both = new Findings();
    this.errorsFound?.copyTo(both);
    this.warningsFound?.copyTo(both);
    return both.issues();
  }

  get errors(): Findings | undefined {
    return this.errorsFound;
  }

  get warnings(): Findings | undefined {
    return this.warningsFound;
  }
}
