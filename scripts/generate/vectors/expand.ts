import type { Business } from '../../../src/rule/types.js';
import type { CaseLine, Expected } from '../../../test/support/case-lines.js';
import type { Case } from '../../../test/support/cases.js';

/** A vector as in the file; see vectors/README.md. */
export interface Vector {
  readonly name: string;
  readonly code: string;
  readonly kind: 'firing' | 'silent';
  readonly business: Business;
  readonly options?: CaseLine['options'];
  readonly document?: unknown;
  readonly text?: string;
  readonly bytes?: string;
  readonly expect: {
    readonly valid: boolean;
    readonly error?: string;
    readonly issues: readonly Expected[];
    readonly warnings: readonly Expected[];
  };
}

/** A case's vector. */
export function vectorOf({ rule, code, name, kind, business, input, error, issues, warnings, ...rest }: Case): Vector {
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
    business: sender(business),
    ...(Object.keys(options).length > 0 && { options }),
    ...inputOf(input),
    expect: { valid: error === undefined, ...(error !== undefined && { error }), issues, warnings },
  };
}

/** The business as vectors state it, with `multiLocation` always present. */
export const sender = (business: Business): Business => ({
  ...business,
  multiLocation: business.multiLocation ?? false,
});

function inputOf(input: Case['input']): Pick<Vector, 'document' | 'text' | 'bytes'> {
  if ('document' in input) return { document: input.document };
  return typeof input.json === 'string' ? { text: input.json } : { bytes: Buffer.from(input.json).toString('hex') };
}
