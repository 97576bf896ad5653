import { createRegistry, definePack, type Transaction } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import { wholeFile, wholeSet } from '../../scripts/generate/vectors.js';
import { isAttributed } from '../../scripts/generate/vectors/attribution.js';
import { schemaValidator } from '../support/ajv';
import { ruleFolder } from '../support/rule-folder';
import { judge, optionsOf } from './judge';
import { expanded, loadPack, type PackVector } from './load';

const vectors = expanded(wholeFile(seReceipt1));
/** The rules that each vector tests, by vector name: rules that must, or must not, raise the vector's code. */
const rulesOf = new Map(wholeSet(seReceipt1).vectors.map(({ name, rules }) => [name, rules]));
const shows = ({ name }: PackVector, id: string) => rulesOf.get(name)!.includes(id);
const registry = createRegistry([seReceipt1]);
const structured = schemaValidator('transaction');

/** The document of a vector, or the document in its text or bytes if these are valid JSON. */
function documentOf({ document, text, bytes }: PackVector): unknown {
  if (document !== undefined) return document;
  try {
    return JSON.parse(text ?? Buffer.from(bytes!, 'hex').toString());
  } catch {
    return undefined;
  }
}

describe('all vectors of se-receipt-1', () => {
  it.each(vectors)('have the expected verdict: $name', (vector) => {
    expect(judge(registry, vector)).toEqual(vector.expect);
  });

  it('have exactly one of document, text and bytes', () => {
    const given = ({ document, text, bytes }: PackVector) => [document, text, bytes].filter((one) => one !== undefined);
    expect(vectors.filter((vector) => given(vector).length !== 1)).toEqual([]);
  });

  it("name only the pack's rules", () => {
    const known = seReceipt1.rules.map(({ id }) => id);
    expect([...rulesOf.values()].flat().filter((id) => !known.includes(id))).toEqual([]);
  });
});

it('a rule without vectors of its own has its shared cases as vectors', () => {
  const rule = packs.flatMap(({ rules }) => rules).find(({ id }) => id === 'no-rounding')!;
  const more = wholeSet({ ...seReceipt1, rules: [...seReceipt1.rules, rule] }).vectors;
  const added = more.filter(({ name }) => !rulesOf.has(name));
  expect(new Set(added.map(({ kind }) => kind))).toEqual(new Set(['firing', 'silent']));
  expect(added.map(({ rules }) => rules)).toEqual(added.map(() => ['no-rounding']));
  expect(more).toHaveLength(vectors.length + added.length);
});

describe('vectors/se-receipt-1.json', () => {
  it('has a subset of the vectors, with each outcome for each code', () => {
    const outcomes = (some: readonly PackVector[]) =>
      new Set(some.map(({ code, kind, expect: { error } }) => JSON.stringify([code, kind, error])));
    const published = loadPack('se-receipt-1');
    const byName = new Map(vectors.map((vector) => [vector.name, vector]));
    expect(published).toEqual(published.map(({ name }) => byName.get(name)));
    expect(outcomes(published)).toEqual(outcomes(vectors));
  });
});

/** The file in which a rule's vectors for a code are cases. */
function casesFile(rule: string, code: string): string {
  if (isAttributed(rule, code)) return 'vectors/sources/cases.jsonl';
  const folder = ruleFolder(rule);
  if (folder !== undefined) return `${folder}/cases.jsonl`;
  return 'scripts/generate/vectors/attribution.ts: name the vectors of the rule; vectors/sources/cases.jsonl';
}

describe.each(seReceipt1.rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const alone = definePack({ ...seReceipt1, rules: [rule] });
  const sound = vectors.flatMap((vector) => {
    const document = documentOf(vector);
    // Skips documents that are rejected before the rules run, or that have structural faults, because they show little
    // about a rule.
    const judged = structured(document) && (vector.expect.error ?? 'validation_failed') === 'validation_failed';
    return judged && vector.business.country === 'SE' ? [{ vector, document: document as Transaction }] : [];
  });

  it.each(rule.codes.map(String))('has two positive and two negative vectors for %s', (code) => {
    const of = vectors.filter((vector) => vector.code === code && shows(vector, id));
    const positive = of.filter(({ kind }) => kind === 'firing');
    expect(positive.length, `${casesFile(id, code)}: add cases that raise ${code} of ${id}`).toBeGreaterThanOrEqual(2);
    const silent = sound.filter(({ vector }) => of.includes(vector) && vector.kind === 'silent');
    const more = `${casesFile(id, code)}: add cases for ${code} of ${id} that do not raise it`;
    expect(silent.length, more).toBeGreaterThanOrEqual(2);
  });

  it('raises its codes in exactly the vectors that expect those codes', () => {
    for (const { vector, document } of sound) {
      const raised = alone.check(document, { ...vector.business, ...optionsOf(vector, document) });
      const named = vector.kind === 'firing' && shows(vector, id);
      expect([vector.name, raised.some(({ code }) => code === vector.code)]).toEqual([vector.name, named]);
    }
  });
});
