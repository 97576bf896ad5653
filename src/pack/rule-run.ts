import { fieldAt, pathAt, placeOf } from '../document/places.js';
import { sortKey } from '../document/sort-key.js';
import type { StructureFaults } from '../document/structure-faults.js';
import type { LineItem, TransactionFields } from '../document/types.generated.js';
import { Findings } from '../findings.js';
import type { Issue } from '../issue.js';
import type { IssueCode } from '../issue-codes.js';
import { groupLines, type LineGroups } from '../tax/line-groups.js';
import type { CompiledRule, SelectRules } from './compile.js';
import type { RateWindows, ReadPattern, RuleContext } from './types.js';

/** One run of a pack's rules over one document: what checks read, and where they report. */
export class RuleRun {
  /** The document. Where a rule's reads are sound it has the types that it declares; faulted fields are undefined. */
  readonly transaction: TransactionFields;
  /** Country of the business, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Whether the business has several locations. */
  readonly multiLocation: boolean;
  /** Whether rates are held against their dates. */
  readonly rateWindows: RateWindows;
  private readonly itemClass: RuleContext['itemClass'];
  /** The lines as the caller gave them. */
  private readonly givenItems: readonly LineItem[];
  private current: CompiledRule | undefined;
  private skipped: readonly number[] | undefined;
  private groups: LineGroups | undefined;
  private errorsFound: Findings | undefined;
  private warningsFound: Findings | undefined;

  /** @internal */
  constructor(
    transaction: TransactionFields,
    givenItems: readonly LineItem[],
    context: RuleContext,
    errors?: Findings,
    private readonly maxIssues = Infinity,
  ) {
    this.transaction = transaction;
    this.givenItems = givenItems;
    this.country = context.country;
    this.multiLocation = context.multiLocation === true;
    this.rateWindows = context.rateWindows ?? 'off';
    this.itemClass = context.itemClass;
    this.errorsFound = errors;
  }

  /**
   * Runs every rule that concerns the document and whose inputs are sound.
   *
   * @internal
   */
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

  /** Whether an element of the rule's `each` array has a structural fault in a field that the rule reads. */
  skips(index: number): boolean {
    return this.skipped !== undefined && ((this.skipped[index] ?? 0) & this.current!.elementMask) !== 0;
  }

  /** Goods class of a line, as the caller's `itemClass` tells. */
  classOf(index: number): string | undefined {
    return this.itemClass?.(this.givenItems[index]!);
  }

  /** The lines by (rate, category), computed once for all rules. Lines with a fault in either are left out. */
  lineGroups(): LineGroups {
    return (this.groups ??= groupLines(this.transaction.items));
  }

  /**
   * Reports a problem.
   *
   * @param pattern the field, `[]` standing for the index: `items[].amount`
   * @param message a sentence that says what was found and what would be right
   */
  report(pattern: ReadPattern, code: IssueCode | (string & {}), message: string, index = -1): void {
    const { severity, insideOrder } = this.current!;
    const findings =
      severity === 'error'
        ? (this.errorsFound ??= new Findings(this.maxIssues))
        : (this.warningsFound ??= new Findings());
    const at = placeOf(pattern);
    // Fields inside extensions, which the schema does not order, go in the order in which the pack's rules read them.
    const inside = at.freeForm ? 1 + insideOrder.indexOf(pattern) : 0;
    const key = sortKey(at, index) + inside;
    if (!findings.wants(key)) return;
    findings.add(key, {
      field: fieldAt(at, index),
      path: pathAt(at, index),
      code,
      message,
      severity,
    });
  }

  /**
   * Errors and warnings together, in document order.
   *
   * @internal
   */
  all(): Issue[] {
    const both = new Findings();
    this.errorsFound?.copyTo(both);
    this.warningsFound?.copyTo(both);
    return both.sorted();
  }

  /** @internal */
  get errors(): Findings | undefined {
    return this.errorsFound;
  }

  /** @internal */
  warnings(): Issue[] {
    return this.warningsFound?.sorted() ?? [];
  }
}
