import { Findings } from '../findings.js';
import { fieldPath } from '../field-path.js';
import type { Issue } from '../issue.js';
import { shortened, show } from '../show.js';
import {
  nearField,
  nodeOf,
  pathAt,
  place,
  similarField,
  sortKey,
  sortKeyBehind,
  unknownAt,
  type NodeSet,
  type Place,
} from './places.js';
import { faultInside, MAX_DEPTH, type FaultSink, type StructureCode } from './scan.js';
import { SCHEMA_NODES } from './structure.generated.js';
import { timestampFault } from './timestamp-fault.js';

/** Collects what the structure pass finds, and remembers which fields rules can no longer be judged on. */
export class StructureFaults implements FaultSink {
  private unknownFound: Findings | undefined;
  private faultsFound: Findings | undefined;
  /** The nodes with a fault in them or above them, as in a NodeSet. */
  private low = 0;
  private middle = 0;
  private high = 0;
  /** By array node and index: the fields of the element with a fault, bit n for the n-th node within the element. */
  private elementFaults: number[][] | undefined;

  /** @param maxIssues how many are wanted of each kind; further ones are counted */
  constructor(private readonly maxIssues: number) {}

  /** Fields that may not be written: they answer before everything else. */
  get unknownFields(): Findings | undefined {
    return this.unknownFound;
  }

  get faults(): Findings | undefined {
    return this.faultsFound;
  }

  fault(node: number, index: number, code: StructureCode, value: unknown): void {
    const at = place(node);
    const findings = (this.faultsFound ??= new Findings(this.maxIssues));
    const key = sortKey(at, index);
    if (findings.wants(key)) {
      const before = index < 0 ? '' : at.arrayField + index;
      const message = before + (code === 'required' ? at.isRequired : refusal(at, code, value));
      findings.add(key, { field: before + at.field, path: pathAt(at, index), code, message, severity: 'error' });
    }
    this.low |= at.inside.low;
    this.middle |= at.inside.middle;
    this.high |= at.inside.high;
    if (index >= 0) this.markElement(at, index);
  }

  private markElement({ array, elementBits }: Place, index: number): void {
    this.elementFaults ??= [];
    const elements = (this.elementFaults[array] ??= []);
    elements[index] = (elements[index] ?? 0) | elementBits;
  }

  unknown(node: number, index: number, key: string): void {
    const parent = place(node);
    const findings = (this.unknownFound ??= new Findings(this.maxIssues));
    const behind = sortKeyBehind(parent, index);
    if (!findings.wants(behind)) return;
    const { field, path } = unknownAt(parent, index, key);
    const message = unknownMessage(field, node, key, false);
    findings.add(behind, { field, path, code: 'unknown_field', message, severity: 'error' });
  }

  /** Whether a fault lies at one of these nodes, above one, or, within an array, at one of these nodes of any element. */
  touches(nodes: NodeSet): boolean {
    return ((this.low & nodes.low) | (this.middle & nodes.middle) | (this.high & nodes.high)) !== 0;
  }

  /** Faulted fields of the elements of an array; undefined for an element, or for all, without any. */
  ofElements(array: number): readonly number[] | undefined {
    return this.elementFaults?.[array];
  }
}

/** What would be right and what was found; also why, where that is hard to see. */
function refusal(at: Place, code: StructureCode, value: unknown): string {
  if (at.freeForm) return freeFormRefusal(at, value);
  if (code === 'too_few_items') return `${at.mustBe}an empty array`;
  const said = at.mustBe + show(value);
  return code === 'invalid_format' && at.field === 'timestamp' ? `${said}: ${timestampFault(value as string)}` : said;
}

function freeFormRefusal(at: Place, value: unknown): string {
  const inside = faultInside(value);
  if (inside === undefined) return at.mustBe + show(value);
  const { steps, found } = inside;
  if (typeof found === 'object') return `${at.field} contains itself, or is nested over ${MAX_DEPTH} levels deep`;
  const where = shortened(fieldPath([at.field, ...steps.reverse()]));
  if (typeof found === 'number') return `${where} must be a finite number, but found ${found}`;
  return `${where} ${found === undefined ? 'is a hole' : `holds ${show(found)}`}, which JSON cannot carry`;
}

/** Fields of the stored document that the service fills in. */
const SERVER_GENERATED: Readonly<Record<string, readonly string[]>> = {
  '': ['id', 'createdAt'],
  vendor: ['name', 'legalName', 'orgNumber', 'vatNumber', 'country', 'address'],
  source: ['syncedAt'],
};

/** Longer keys are not looked at for a likeness. */
const LONGEST_NAME = 40;

/** @param guess whether to look for the field that was perhaps meant */
function unknownMessage(field: string, node: number, key: string, guess: boolean): string {
  return `${shortened(field)} ${unknownRemedy(node, key, guess)}`;
}

function unknownRemedy(node: number, key: string, guess: boolean): string {
  const [parent] = SCHEMA_NODES[node]!;
  if (Object.hasOwn(SERVER_GENERATED, parent) && SERVER_GENERATED[parent]!.includes(key)) {
    return 'is filled in by the service and may not be sent: leave it out';
  }
  if (parent === '' && key === 'fiscal') {
    return 'belongs to schema 2.0: send extensions.se with controlUnitId, controlCode and sequenceNumber instead';
  }
  return `is not a field of schema 2.1: ${rightName(node, key, guess) ?? 'leave it out, or move it into metadata'}`;
}

function rightName(node: number, key: string, guess: boolean): string | undefined {
  if (key.length > LONGEST_NAME) return undefined;
  const similar = similarField(node, key);
  if (similar !== undefined) return `the field is spelled ${similar}`;
  const meant = guess ? nearField(node, key) : undefined;
  return meant && `did you mean ${meant}?`;
}

/** A document with more unknown fields than a few slips has another schema. A guess costs as much as the rest of an issue. */
const MOST_GUESSES = 3;

/** Says of the first unknown fields which ones were perhaps meant. */
export function guessMeant(unknown: readonly Issue[]): void {
  for (const issue of unknown.slice(0, MOST_GUESSES)) {
    const parent = fieldPath(issue.path.slice(0, -1)).replace(/\[\d+\]/, '[]');
    issue.message = unknownMessage(issue.field, nodeOf(parent)!, String(issue.path.at(-1)), true);
  }
}
