import { fieldPath } from '../issues/field-path.js';
import type { Issue } from '../issues/issue.js';
import type { Shop } from '../engine/shop.js';
import type { ValidationResult } from '../engine/validate.js';
import { isStructural, lossOf } from './loss.js';
import { difference, Revision, stepsOf } from './revision.js';
import type { Cause, IssueRef, Operation } from './types.js';
import { lawOfDay, type LawOfDay } from './repairs.js';
import { Reader, fieldsOf, isNumber } from './view.js';
import { zonesOf } from './zones.js';
import { whyOf } from './why.js';

/** A verdict, with its issues by what identifies them. */
export interface Verdict {
  readonly result: ValidationResult;
  readonly issues: readonly Issue[];
  readonly byKey: ReadonlyMap<string, Issue>;
  readonly loss: number;
}

function verdictOf(result: ValidationResult): Verdict {
  const issues = [...result.issues, ...result.warnings];
  const byKey = new Map<string, Issue>();
  for (const issue of issues) {
    const key = keyOf(issue);
    if (!byKey.has(key)) byKey.set(key, issue);
  }
  return { result, issues, byKey, loss: lossOf(issues) };
}

const keyOf = ({ field, code, severity }: Issue): string => `${field} ${code} ${severity}`;

const refOf = ({ field, code, severity }: Issue): IssueRef => ({ field, code, severity });

/** The issues of a verdict that another does not have. */
export const without = (verdict: Verdict, other: Verdict): Issue[] =>
  [...verdict.byKey].flatMap(([key, issue]) => (other.byKey.has(key) ? [] : [issue]));

/** How far a figure is from what it should be; undefined if the issue does not say. */
const gapOf = ({ found, expected }: Issue): number | undefined =>
  isNumber(found) && isNumber(expected) ? Math.abs(found - expected) : undefined;

/** The loss of issues that are new, or whose figure is further off than before. */
function addedLoss(before: Verdict, after: Verdict): number {
  const worse = after.issues.filter((issue) => {
    const old = before.byKey.get(keyOf(issue));
    if (old === undefined) return true;
    const [was, is] = [gapOf(old), gapOf(issue)];
    return was !== undefined && is !== undefined && is > was;
  });
  return lossOf(worse);
}

/** How much better a document gets: the loss that is gone, less what is added, which counts twice. */
export function gainOf(before: Verdict, after: Verdict): number {
  const removed = without(before, after);
  if (removed.length === 0) return 0;
  // A fault of structure hides what the rules would have found.
  const share = removed.some(isStructural) ? 0.2 : 1;
  return before.loss - after.loss - share * addedLoss(before, after);
}

/** What a caller states of a cause besides what follows from the change. */
export type CauseParts = Pick<Cause, 'code' | 'title' | 'confidence'> &
  Partial<Pick<Cause, 'country' | 'options' | 'field'>>;

/** A document on its way to a valid one: the causes so far, and what is left. */
export class Diagnosing {
  readonly causes: Cause[] = [];
  readonly reader = new Reader();
  validations = 0;
  document: unknown;
  verdict: Verdict;
  shop: Shop;
  /** Copies of lines, with the line that the caller passed: a product tax class may go by identity. */
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

  /** The law of the shop on the day of the document. */
  get today(): LawOfDay {
    const { business, pack } = this.shop;
    const country = pack?.country ?? business.country;
    const { timestamp } = fieldsOf(this.document);
    return lawOfDay(country, pack?.law, String(timestamp).slice(0, 10), this.zonesIn(country, pack?.law?.timeZone));
  }

  /** The zones that a shop of a country may be in. */
  zonesIn(country: string, zone: string | undefined): string[] {
    const jurisdictions: unknown = fieldsOf(fieldsOf(this.document).tax).jurisdictions;
    const state = (Array.isArray(jurisdictions) ? jurisdictions : []).find(
      (one) => fieldsOf(one).level === 'state',
    ) as unknown;
    const { name } = fieldsOf(state);
    return zonesOf(country, zone, typeof name === 'string' ? name : undefined);
  }

  revise(): Revision {
    return new Revision(this.document, (copy, original) => {
      this.originals.set(copy, this.originals.get(original) ?? original);
    });
  }

  validate(document: unknown, judge = this.judge): Verdict {
    this.validations++;
    return verdictOf(judge.validate(document, { original: this.original, maxIssues: Number.MAX_SAFE_INTEGER }));
  }

  /** A shop that knows the product tax class of changed lines. */
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

  /** Records a cause, and goes on with the document that it leads to. */
  accept(parts: CauseParts, document: unknown, verdict: Verdict): void {
    const changes = difference(this.document, document);
    this.causes.push({
      code: parts.code,
      title: parts.title,
      why: whyOf(parts.code),
      field: parts.field ?? fieldOf(changes),
      lines: linesOf(changes),
      changes,
      ...(parts.country === undefined ? {} : { country: parts.country }),
      explains: without(this.verdict, verdict).map(refOf),
      leaves: without(verdict, this.verdict).map(refOf),
      confidence: parts.confidence,
      ...(parts.options === undefined ? {} : { options: parts.options }),
    });
    this.document = document;
    this.verdict = verdict;
  }

  /** Records issues without a repair, those alike as one. */
  leaveOpen(issues: readonly Issue[]): void {
    const alike = new Map<string, Issue[]>();
    for (const issue of issues) {
      const key = `${issue.path.map((step) => (typeof step === 'number' ? '*' : step)).join('.')} ${issue.code}`;
      const same = alike.get(key);
      if (same === undefined) alike.set(key, [issue]);
      else same.push(issue);
    }
    for (const same of alike.values()) {
      const { message, field } = same[0]!;
      const lines = new Set(same.flatMap(({ path }) => (path[0] === 'items' && path.length > 1 ? [path[1]] : [])));
      this.causes.push({
        code: 'open',
        title: message,
        why: whyOf('open'),
        field,
        lines: lines.size,
        changes: [],
        explains: same.map(refOf),
        leaves: [],
        confidence: 'choose',
      });
    }
  }
}

/** The path of a pointer: an index is a number. */
function pathOf(pointer: string): (string | number)[] {
  return stepsOf(pointer).map((step, i, steps) =>
    /^\d+$/.test(step) && (steps[i - 1] === 'items' || steps[i - 1] === 'summary' || steps[i - 1] === 'jurisdictions')
      ? Number(step)
      : step,
  );
}

function fieldOf([first]: readonly Operation[]): string {
  if (first === undefined) return '';
  const path = pathOf(first.path);
  return fieldPath(path.at(-1) === '-' ? path.slice(0, -1) : path);
}

function linesOf(changes: readonly Operation[]): number {
  const lines = changes.flatMap(({ path }) => {
    const [items, index] = stepsOf(path);
    return items === 'items' && index !== undefined ? [index] : [];
  });
  return new Set(lines).size;
}
