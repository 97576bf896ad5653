import { createRegistry, definePack, type Transaction } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { describe, expect, it } from 'vitest';
import { wholeSet } from '../../scripts/generate/vectors.js';
import { schemaValidator } from '../support/ajv';
import { judge, optionsOf } from './judge';
import { loadPack, type PackVector } from './load';

const vectors = loadPack('se-receipt-1');
/** The rules that a vector is about, from its name: those that raise its code, or do not. */
const rulesOf = new Map(wholeSet().vectors.map(({ name, rules }) => [name, rules]));
const shows = ({ name }: PackVector, id: string) => rulesOf.get(name)!.includes(id);
const registry = createRegistry([seReceipt1]);
const structured = schemaValidator('transaction');

/** The document of a vector: its own, or the one in its text or bytes, if they are valid JSON. */
function documentOf({ document, text, bytes }: PackVector): unknown {
  if (document !== undefined) return document;
  try {
    return JSON.parse(text ?? Buffer.from(bytes!, 'hex').toString());
  } catch {
    return undefined;
  }
}

describe('vectors/se-receipt-1.json', () => {
  it.each(vectors)('$name', (vector) => {
    expect(judge(registry, vector)).toEqual(vector.expect);
  });

  it('gives one of document, text and bytes', () => {
    const given = ({ document, text, bytes }: PackVector) => [document, text, bytes].filter((one) => one !== undefined);
    expect(vectors.filter((vector) => given(vector).length !== 1)).toEqual([]);
  });

  it('names rules of the pack alone', () => {
    const known = seReceipt1.rules.map(({ id }) => id);
    expect([...rulesOf.values()].flat().filter((id) => !known.includes(id))).toEqual([]);
  });
});

describe.each(seReceipt1.rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const alone = definePack({ ...seReceipt1, rules: [rule] });
  const sound = vectors.flatMap((vector) => {
    const document = documentOf(vector);
    // Documents rejected before the rules run, or with faults of structure, tell little about a rule.
    const judged = structured(document) && (vector.expect.error ?? 'validation_failed') === 'validation_failed';
    return judged && vector.business.country === 'SE' ? [{ vector, document: document as Transaction }] : [];
  });

  it.each(rule.codes.map(String))('has two firing and two silent vectors for %s', (code) => {
    const of = vectors.filter((vector) => vector.code === code && shows(vector, id));
    expect(of.filter(({ kind }) => kind === 'firing').length).toBeGreaterThanOrEqual(2);
    const silent = sound.filter(({ vector }) => of.includes(vector) && vector.kind === 'silent');
    expect(silent.length).toBeGreaterThanOrEqual(2);
  });

  it('raises its codes in the vectors that say so, and in no other', () => {
    for (const { vector, document } of sound) {
      const raised = alone.check(document, { ...vector.business, ...optionsOf(vector, document) });
      const named = vector.kind === 'firing' && shows(vector, id);
      expect([vector.name, raised.some(({ code }) => code === vector.code)]).toEqual([vector.name, named]);
    }
  });
});
