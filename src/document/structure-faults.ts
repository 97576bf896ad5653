import { holdsOn, isDate, localDate } from '../calendar/dates.js';
import { Findings, type Finding, sortKey, sortKeyBehind, sortKeyInside } from './findings.js';
import type { IssueText } from '../issues/issue.js';
import { fieldPath } from '../issues/field-path.js';
import { namespaceRefusal, refusalOf, repeatedMessage, schemeRefusal, unknownMessage } from './fault-message.js';
import type { NodeSet } from './node-set.js';
import { place, placeOnPath, unknownAt, type Place } from './places.js';
import type { Scheme } from './scheme.js';
import type { FaultSink, StructureCode } from './scan.js';

/** Creates all findings with the same fields, so that JavaScript engines access them quickly. */
function faultOf<Values>(
  at: Finding['at'],
  index: number,
  code: string,
  message: IssueText<Values>,
  values: Values,
): Finding {
  return {
    at,
    index,
    code,
    message: message as Finding['message'],
    values,
    severity: 'error',
    rule: undefined,
    found: undefined,
    expected: undefined,
  };
}

/** The part of a pack from which messages about `currency` are built. */
interface CurrencySource {
  readonly currency?: string | undefined;
  readonly law?:
    | {
        readonly currencies: readonly {
          readonly code: string;
          readonly from?: string | undefined;
          readonly until?: string | undefined;
        }[];
      }
    | undefined;
}

/** Collects the faults that the structure pass finds, and the fields that rules therefore cannot use. */
export class StructureFaults implements FaultSink {
  keys = 0;
  private shapeFound: Findings | undefined;
  private repeatedFields: Set<string> | undefined;
  private faultsFound: Findings | undefined;
  /** The nodes with a fault, and all nodes inside and above them, as a NodeSet. */
  private low = 0;
  private middle = 0;
  private high = 0;
  /** The faulty fields of array elements, by array node and index. Bit n represents the element's n-th node. */
  private elementFaults: number[][] | undefined;

  /** Names of the faulty namespaces. */
  private namespaces: Set<string> | undefined;

  /**
   * @param maxIssues the number of issues of each kind to keep; the rest are only counted
   * @param schemes the values of tax.scheme that packs add to schema 2.1
   * @param pack the pack of the business's country
   * @param document the document as given, from which messages read the date
   */
  constructor(
    private readonly maxIssues: number,
    private readonly schemes: readonly Scheme[],
    private readonly pack: CurrencySource | undefined,
    private readonly document: unknown,
  ) {}

  /** Fields that clients may not send, and repeated keys: the service reports these before any other issue. */
  get shapeFaults(): Findings | undefined {
    return this.shapeFound;
  }

  get faults(): Findings | undefined {
    return this.faultsFound;
  }

  fault(node: number, index: number, code: StructureCode, value: unknown): void {
    const at = place(node);
    const findings = (this.faultsFound ??= new Findings(this.maxIssues));
    const key = sortKey(at, index);
    if (findings.wants(key)) {
      // Describes objects immediately, because they may change before the caller reads the message.
      const isPlain = !at.freeForm && (typeof value !== 'object' || value === null) && typeof value !== 'function';
      if (code === 'invalid_value' && at.field === 'tax.scheme') {
        const values = { own: this.schemes, value: value as string };
        findings.add(key, faultOf(at, index, code, schemeRefusal, values));
      } else {
        const refused = { at, index, code, value, currency: this.currency(at.field) ?? 'EUR' };
        if (isPlain) findings.add(key, faultOf(at, index, code, refusalOf, refused));
        else findings.add(key, faultOf(at, index, code, refusalOf(refused), undefined));
      }
    }
    this.low |= at.inside.low;
    this.middle |= at.inside.middle;
    this.high |= at.inside.high;
    if (index >= 0) this.markElement(at, index);
  }

  /** The country's currency on the date of the document, or today's if the date cannot be read. */
  private currency(field: string): string | undefined {
    if (field !== 'currency') return undefined;
    const { timestamp } = this.document as { timestamp?: unknown };
    const date = typeof timestamp === 'string' && localDate(timestamp);
    const { pack } = this;
    return pack?.law?.currencies.find((row) => isDate(date) && holdsOn(row, date))?.code ?? pack?.currency;
  }

  hasScheme(text: string): boolean {
    return (this.schemes as readonly string[]).includes(text);
  }

  namespaceFault(node: number, namespace: string, code: StructureCode, value: unknown): void {
    const at = place(node);
    const findings = (this.faultsFound ??= new Findings(this.maxIssues));
    const key = sortKeyInside(at, -1);
    if (findings.wants(key)) {
      const path = [...at.path, namespace];
      const message = namespaceRefusal(path, value);
      findings.add(key, faultOf({ field: fieldPath(path), path }, -1, code, message, undefined));
    }
    (this.namespaces ??= new Set()).add(namespace);
  }

  private markElement({ array, elementBits }: Place, index: number): void {
    this.elementFaults ??= [];
    const elements = (this.elementFaults[array] ??= []);
    elements[index] = (elements[index] ?? 0) | elementBits;
  }

  unknown(node: number, index: number, key: string): void {
    const parent = place(node);
    const findings = (this.shapeFound ??= new Findings(this.maxIssues));
    const behind = sortKeyBehind(parent, index);
    if (!findings.wants(behind)) return;
    const where = unknownAt(parent, index, key);
    const message = (): string => unknownMessage(where.field, node, key);
    findings.add(behind, faultOf(where, index, 'unknown_field', message, undefined));
  }

  /** Reports a repeated key. Two objects can have the same path if the key of their parent is repeated, too. */
  repeatedKey(path: readonly (string | number)[], field: string): void {
    const fields = (this.repeatedFields ??= new Set());
    if (fields.has(field)) return;
    fields.add(field);
    const findings = (this.shapeFound ??= new Findings(this.maxIssues));
    const { at, index, rest } = placeOnPath(path);
    const isUnknown = rest > 0 && at.last > at.node;
    const key = rest === 0 ? sortKey(at, index) : isUnknown ? sortKeyBehind(at, index) : sortKeyInside(at, index);
    if (!findings.wants(key)) return;
    const message = repeatedMessage(field);
    findings.add(key, faultOf({ field, path }, index, 'duplicate_key', message, undefined));
  }

  /** Whether one of these namespaces of `extensions` has a fault. */
  touchesNamespace(names: readonly string[]): boolean {
    return this.namespaces !== undefined && names.some((name) => this.namespaces!.has(name));
  }

  /**
   * Whether one of these nodes, or a parent of one, has a fault. A node inside an array has a fault if any element has
   * one at that node.
   */
  touches(nodes: NodeSet): boolean {
    return ((this.low & nodes.low) | (this.middle & nodes.middle) | (this.high & nodes.high)) !== 0;
  }

  /**
   * The faulty fields of each element of an array. An element without faults is undefined, as is the whole list if no
   * element has a fault.
   */
  ofElements(array: number): readonly number[] | undefined {
    return this.elementFaults?.[array];
  }
}
