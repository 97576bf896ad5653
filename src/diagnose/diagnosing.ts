import { isNumber } from '../complete/exact.js';
import { fieldPath } from '../issues/field-path.js';
import type { Issue } from '../issues/issue.js';
import type { Shop } from '../engine/shop.js';
import type { ValidationResult } from '../engine/validate.js';
import type { ReceiptLaw } from '../law/types.js';
import { maskCardNumbers } from '../text/card-numbers.js';
import { groupsBy, isStructural, kindOf, lossOf } from './loss.js';
import { difference, Revision, stepsOf } from './revision.js';
import type { Cause, IssueRef, Operation } from './types.js';
import type { Attempt } from './trial.js';
import { lawOfDay, type LawOfDay } from './repairs.js';
import { Reader, fieldsOf } from './view.js';
import { zonesOf } from './zones.js';
import { whyOf } from './cause-texts.js';

/** A verdict, with its issues also indexed by field, code and severity. */
export interface Verdict {
  readonly result: ValidationResult;
  readonly issues: readonly Issue[];
  readonly byKey: ReadonlyMap<string, Issue>;
  readonly loss: number;
}

function verdictOf(result: ValidationResult): Verdict {
  const issues = [...result.issues, ...result.warnings];
  const byKey = new Map<string, Issue>();
  for (const issue of issues) byKey.set(keyOf(issue), issue);
  return { result, issues, byKey, loss: lossOf(issues) };
}

const keyOf = ({ field, code, severity }: Issue): string => `${field} ${code} ${severity}`;

const refOf = ({ field, code, severity }: Issue): IssueRef => ({ field, code, severity });

/** The issues of a verdict that are not in the other verdict. */
export function without({ byKey }: Verdict, other: Verdict): Issue[] {
  const issues: Issue[] = [];
  for (const [key, issue] of byKey) if (!other.byKey.has(key)) issues.push(issue);
  return issues;
}

/** The difference between the figure found and the expected one; NaN if the issue does not have both. */
const gapOf = ({ found, expected }: Issue): number =>
  isNumber(found) && isNumber(expected) ? Math.abs(found - expected) : NaN;

/** The loss from new issues, and from issues with a larger difference than before. */
function addedLoss(before: Verdict, after: Verdict): number {
  const worse: Issue[] = [];
  for (const [key, issue] of after.byKey) {
    const old = before.byKey.get(key);
    if (old === undefined || gapOf(issue) > gapOf(old)) worse.push(issue);
  }
  return lossOf(worse);
}

/** The improvement: the reduction in loss, minus the loss that was added, so that added loss counts twice. */
export function gainOf(before: Verdict, after: Verdict, removed = without(before, after)): number {
  if (removed.length === 0) return 0;
  // No rules ran while the document violated the schema, so new issues carry less weight.
  const share = removed.some(isStructural) ? 0.2 : 1;
  return before.loss - after.loss - share * addedLoss(before, after);
}

/** The parts of a cause that cannot be derived from its change. */
export type CauseParts = Pick<Cause, 'code' | 'title' | 'confidence'> &
  Partial<Pick<Cause, 'country' | 'options' | 'field' | 'why'>>;

/** A recomputation that explains more than any one repair, and the state before it. */
interface Deferred {
  readonly attempt: Attempt;
  readonly state: Pick<Diagnosing, 'causes' | 'document' | 'verdict' | 'shop'> & { readonly judge: Shop };
}

/** The state of a diagnosis: the causes so far, and the repaired document with its verdict. */
export class Diagnosing {
  causes: Cause[] = [];
  readonly reader = new Reader();
  validations = 0;
  document: unknown;
  verdict: Verdict;
  shop: Shop;
  deferred: Deferred | undefined;
  /** The caller's original of each copied line, because `productTaxClass` might look up lines by identity. */
  private readonly originals = new WeakMap<object, object>();
  private judge: Shop;

  constructor(
    shop: Shop,
    document: unknown,
    private readonly original: { readonly timestamp: string } | undefined,
    readonly maxValidations: number,
    result: ValidationResult | undefined,
  ) {
    this.shop = shop;
    this.judge = this.judgeOf(shop);
    this.document = document;
    this.verdict = result === undefined ? this.validate(document) : verdictOf(result);
  }

  get isSpent(): boolean {
    return this.validations >= this.maxValidations;
  }

  /** The law of the shop's country on the document's date. */
  get today(): LawOfDay {
    const { business, pack } = this.shop;
    const country = pack?.country ?? business.country;
    const { timestamp } = fieldsOf(this.document);
    return lawOfDay(country, pack?.law, String(timestamp).slice(0, 10), this.zonesIn(pack?.law));
  }

  /** The possible time zones of a shop in the country of a law. */
  zonesIn(law: ReceiptLaw | undefined): string[] {
    if (law === undefined) return [];
    const jurisdictions: unknown = fieldsOf(fieldsOf(this.document).tax).jurisdictions;
    const state = (Array.isArray(jurisdictions) ? jurisdictions : []).find(
      (one) => fieldsOf(one).level === 'state',
    ) as unknown;
    const { name } = fieldsOf(state);
    return zonesOf(law, typeof name === 'string' ? name : undefined);
  }

  revise(document = this.document): Revision {
    return new Revision(document, (copy, original) => {
      this.originals.set(copy, this.originals.get(original) ?? original);
    });
  }

  validate(document: unknown, judge = this.judge): Verdict {
    this.validations++;
    return verdictOf(judge.validate(document, { original: this.original, maxIssues: Number.MAX_SAFE_INTEGER }));
  }

  /** The shop, with a `productTaxClass` that also recognises copied lines. */
  judgeOf(shop: Shop): Shop {
    const { productTaxClass } = shop.options;
    if (productTaxClass === undefined) return shop;
    return shop.registry.shop(shop.business, {
      ...shop.options,
      productTaxClass: (item) => productTaxClass((this.originals.get(item) ?? item) as typeof item),
    });
  }

  moveTo(shop: Shop): void {
    this.shop = shop;
    this.judge = this.judgeOf(shop);
  }

  /** Records a cause, and continues with the repaired document. */
  accept({ field, ...parts }: CauseParts, document: unknown, verdict: Verdict): void {
    const changes = difference(this.document, document);
    this.record({
      field: field ?? fieldOf(changes),
      lines: linesOf(changes),
      changes,
      explains: without(this.verdict, verdict).map(refOf),
      leaves: without(verdict, this.verdict).map(refOf),
      ...parts,
    });
    this.document = document;
    this.verdict = verdict;
  }

  private record({ code, title, why = whyOf(code), ...cause }: Omit<Cause, 'why'> & Partial<Pick<Cause, 'why'>>): void {
    this.causes.push({ code, title: maskCardNumbers(title), why, ...cause });
  }

  /**
   * Postpones a recomputation that explains more than any one repair, to find out whether several repairs explain as
   * much.
   */
  defer(attempt: Attempt): void {
    const { document, verdict, shop, judge } = this;
    this.deferred = { attempt, state: { causes: [...this.causes], document, verdict, shop, judge } };
  }

  /**
   * Whether to stop repairing: even if the next repair resolved everything that the recomputation resolves, the gain per
   * repair would be lower than the recomputation's score.
   */
  get isTooLong(): boolean {
    const { deferred } = this;
    if (deferred === undefined) return false;
    const { attempt, state } = deferred;
    const count = this.causes.length - state.causes.length + 1;
    return (state.verdict.loss - attempt.verdict.loss) / count < attempt.score;
  }

  /**
   * Undoes the repairs since `defer` and recomputes instead, unless these repairs resolved at least as much. Returns
   * whether it recomputed.
   */
  fallBack(): boolean {
    const { attempt, state } = this.deferred ?? {};
    this.deferred = undefined;
    if (attempt === undefined || attempt.verdict.loss >= this.verdict.loss) return false;
    Object.assign(this, state);
    const { title } = attempt.repair;
    this.accept({ code: 'recompute', title, confidence: 'likely' }, attempt.document, attempt.verdict);
    return true;
  }

  /** Records issues without a known repair: one cause for each code and field name. */
  leaveOpen(issues: readonly Issue[]): void {
    for (const same of groupsBy(issues, kindOf).values()) {
      const { message, field } = same[0]!;
      const lines = new Set(same.flatMap(({ path }) => (path[0] === 'items' && path.length > 1 ? [path[1]] : [])));
      this.leave(message, field, lines.size, same);
    }
  }

  /** Records a cause without a repair. */
  leave(title: string, field = '', lines = 0, issues: readonly Issue[] = []): void {
    const explains = issues.map(refOf);
    this.record({ code: 'open', title, field, lines, changes: [], explains, leaves: [], confidence: 'choose' });
  }
}

/** The path of a JSON Pointer, with indexes as numbers. */
function pathOf(pointer: string): (string | number)[] {
  return stepsOf(pointer).map((step, i, steps) =>
    /^\d+$/.test(step) && /^(?:items|summary|jurisdictions)$/.test(String(steps[i - 1])) ? Number(step) : step,
  );
}

function fieldOf([first]: readonly Operation[]): string {
  if (first === undefined) return '';
  const path = pathOf(first.path);
  return fieldPath(path.at(-1) === '-' ? path.slice(0, -1) : path);
}

function linesOf(changes: readonly Operation[]): number {
  return new Set(changes.flatMap(({ path }) => /^\/items\/([^/]+)/.exec(path)?.[1] ?? [])).size;
}
