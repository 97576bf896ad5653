import fc from 'fast-check';
import type { LawPack } from 'receipt-rule-packs';
import { numerical, structural } from './documents';
import { figuresSay } from './figures';
import { rulesSay, schemaJudges, structureSays } from './judges';

/** The result of comparing the library with one judge, which is an independent implementation of the same checks. */
export interface Count {
  readonly judge: string;
  readonly documents: number;
  /** The number of documents that are valid according to the judge. */
  readonly right: number;
  /** Documents beyond what JSON Schema can check: nested over 200 levels. */
  readonly beyond: number;
  readonly disagreements: readonly unknown[];
}

const KEPT = 5;

/** Compares the library's structure check with other implementations of JSON Schema. */
export async function judgeStructure(packs: readonly LawPack[], runs: number, seed: number): Promise<Count[]> {
  const judges = Object.entries(await schemaJudges());
  const counts = judges.map(([judge]) => ({
    judge,
    documents: 0,
    right: 0,
    beyond: 0,
    disagreements: [] as unknown[],
  }));
  for (const document of drawn(fc.oneof(...packs.map(structural)), runs, seed)) {
    const ours = structureSays(document);
    judges.forEach(([, verdict], i) => {
      const count = counts[i]!;
      const sound = verdict(document);
      count.documents++;
      if (sound) count.right++;
      if (ours === 'too deep') count.beyond++;
      // A document that is only nested too deep is valid under the schema.
      if ((ours !== 'faulted') !== sound && count.disagreements.length < KEPT)
        count.disagreements.push({ ours, document });
    });
  }
  return counts;
}

/** Compares each pack's rules with the slow reference in figures.ts. */
export function judgeFigures(packs: readonly LawPack[], runs: number, seed: number): Count {
  const count = { judge: 'BigInt fractions', documents: 0, right: 0, beyond: 0, disagreements: [] as unknown[] };
  const documents = fc.oneof(...packs.map((pack) => fc.tuple(fc.constant(pack), numerical(pack))));
  for (const [pack, document] of drawn(documents, runs, seed)) {
    const [ours, theirs] = [rulesSay(document, pack), figuresSay(document, pack.law)];
    count.documents++;
    if (theirs.length === 0) count.right++;
    if (ours.join() !== theirs.join() && count.disagreements.length < KEPT)
      count.disagreements.push({ pack: pack.id, ours, theirs, document });
  }
  return count;
}

/** Generates documents in batches, so that any number fits into memory. */
function* drawn<T>(arbitrary: fc.Arbitrary<T>, runs: number, seed: number): Generator<T> {
  const PORTION = 1000;
  for (let done = 0; done < runs; done += PORTION) {
    yield* fc.sample(arbitrary, { numRuns: Math.min(PORTION, runs - done), seed: seed + done });
  }
}
