import type { definePack, Issue, Rule, RulePack, Transaction } from 'receipt-rule-packs';
import { validatorFor } from './ajv';
import { optionsOf, type Case } from './cases';
import { recording, within, type Reads } from './reads';

/** A case whose document a pack's rules can run on directly. */
export interface SoundCase {
  readonly c: Case;
  readonly document: Transaction;
}

/** The cases with a structurally valid document. */
export function soundCases(pack: Pick<RulePack, 'schemes'>, cases: readonly Case[]): SoundCase[] {
  const structured = validatorFor(pack);
  return cases.flatMap((c) => {
    if (!('document' in c.input)) return [];
    const { document } = c.input;
    return structured(document) ? [{ c, document: document as Transaction }] : [];
  });
}

function runAlone(pack: RulePack, c: Case, document: Transaction, reads: Reads): Issue[] {
  const view = recording(document, reads);
  return pack.check(view, { ...c.business, ...optionsOf(c, view) });
}

/** Lines are grouped and summed once for all rules, but these rules need only the pairs. */
const SUMMED = new Set(
  ['summary-missing', 'category-rate'].flatMap((id) => [`${id} items[].amount`, `${id} items[].taxAmount`]),
);

const NOTHING: Pick<Rule, 'check' | 'reads' | 'codes'> = {
  check: () => undefined,
  reads: ['type'],
  codes: ['required'],
};

/** What a rule did in all cases, compared with what the rule declares. */
export interface Observed {
  readonly fired: ReadonlySet<string>;
  readonly severities: ReadonlySet<string>;
  readonly undeclaredCodes: ReadonlySet<string>;
  readonly undeclaredReads: ReadonlySet<string>;
  /** Declared in reads or optionalReads, but never read. */
  readonly unusedReads: readonly string[];
}

/** @param define `definePack` from the copy of the library that created the pack */
export function observed(pack: RulePack, rule: Rule, sound: readonly SoundCase[], define: typeof definePack): Observed {
  const own = define({ ...pack, rules: [rule] });
  const runner = define({ ...pack, rules: [{ ...rule, ...NOTHING, meanings: undefined, each: undefined } as Rule] });
  const fired = new Set<string>();
  const undeclaredCodes = new Set<string>();
  const undeclaredReads = new Set<string>();
  const severities = new Set<string>();
  const everRead = new Set<string>();
  const declared = [...rule.reads, ...(rule.optionalReads ?? [])];
  for (const { c, document } of sound) {
    const reads: Reads = new Map();
    const byRunner: Reads = new Map();
    for (const { code, severity } of runAlone(own, c, document, reads)) {
      fired.add(code);
      severities.add(severity);
      if (!rule.codes.includes(code)) undeclaredCodes.add(code);
    }
    runAlone(runner, c, document, byRunner);
    for (const [field, count] of reads) {
      everRead.add(field);
      if (count <= (byRunner.get(field) ?? 0) || SUMMED.has(`${rule.id} ${field}`)) continue;
      if (!declared.some((read) => within(field, read) || within(read, field))) undeclaredReads.add(field);
    }
  }
  const unusedReads = declared.filter((read) => ![...everRead].some((field) => within(field, read)));
  return { fired, severities, undeclaredCodes, undeclaredReads, unusedReads };
}
