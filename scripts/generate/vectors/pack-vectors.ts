import type { LawPack } from '../../../src/pack/types.js';
import { baseOf, ownCases, type Case } from '../../../test/support/cases.js';
import { sharedCasesOf } from '../../../test/support/shared-cases.js';
import type { Vector } from './expand.js';
import { vectorFile } from './file.js';

/** The vectors that only this pack has: its rates, its rounding and its own rules. Undefined if it has no cases. */
export function ownVectors(pack: LawPack): string | undefined {
  const cases = ownCases(pack);
  return cases.length === 0 ? undefined : vectorFile(baseOf(pack), cases.map(vectorOf));
}

/** The vectors of all rules of a pack, including the rules that countries share. */
export function allVectors(pack: LawPack): string {
  return vectorFile(baseOf(pack), [...ownCases(pack), ...sharedCasesOf(pack)].map(vectorOf));
}

function vectorOf({ rule, code, name, kind, business, input, error, issues, warnings, ...rest }: Case): Vector {
  const { rateWindows, productTaxClass, original } = rest;
  const options = {
    ...(rateWindows !== undefined && { rateWindows }),
    ...(productTaxClass !== undefined && { productTaxClass }),
    ...(original !== undefined && { original }),
  };
  return {
    name: `${code}: ${rule === undefined ? '' : `${rule}, `}${name}`,
    code,
    kind,
    rules: rule === undefined ? [] : [rule],
    business: { country: business.country, multiLocation: business.multiLocation ?? false },
    ...(Object.keys(options).length > 0 && { options }),
    ...inputOf(input),
    expect: { valid: error === undefined, ...(error !== undefined && { error }), issues, warnings },
  };
}

function inputOf(input: Case['input']): Pick<Vector, 'document' | 'text' | 'bytes'> {
  if ('document' in input) return { document: input.document };
  return typeof input.json === 'string' ? { text: input.json } : { bytes: Buffer.from(input.json).toString('hex') };
}
