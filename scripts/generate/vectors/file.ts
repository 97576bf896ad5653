import type { Base, Vector } from './expand.js';
import { patchOf } from './json-patch.js';

/**
 * The text of a file of vectors: the base document, then one vector a line, with its document as a JSON Patch of the base
 * (RFC 6902). A vector with neither patch, text nor bytes has the base document itself; lists that are empty are left out.
 */
export function vectorFile(base: Base, vectors: readonly Vector[]): string {
  const lines = vectors.map(({ document, business, ...vector }) => {
    const { expect, rules, ...head } = vector;
    const { issues, warnings, ...verdict } = expect;
    const same = JSON.stringify(business) === JSON.stringify(businessOf(base));
    const patch = document === undefined ? [] : patchOf(base.document, document);
    return JSON.stringify({
      ...head,
      ...(rules.length > 0 && { rules }),
      ...(!same && { business }),
      ...(patch.length > 0 && { patch }),
      expect: { ...verdict, ...(issues.length > 0 && { issues }), ...(warnings.length > 0 && { warnings }) },
    });
  });
  const head = JSON.stringify({ business: businessOf(base), document: base.document });
  return `{"base":${head},\n"vectors":[\n${lines.join(',\n')}\n]}\n`;
}

function businessOf({ business: { country, multiLocation = false } }: Base): Vector['business'] {
  return { country, multiLocation };
}
