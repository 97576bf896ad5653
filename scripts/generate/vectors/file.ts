import { impliedError } from '../../../test/support/case-lines.js';
import type { Base } from '../../../test/support/cases.js';
import { sender, type Vector } from './expand.js';
import { patchOf, type Operation } from './json-patch.js';

/**
 * A patch may refer to one of this many previous vectors. Cases of one rule are similar and close together, so this
 * number suffices.
 */
const NEAR = 100;

/**
 * The text of a vector file: the base document, then one vector per line. A vector's document is a JSON Patch (RFC
 * 6902) on an earlier vector's document, `of`, or on the base document if `of` is absent; without patch, text and
 * bytes, it is that document itself. The name contains the code. The file omits whatever the rest implies: empty lists
 * of issues or warnings, an error that follows from the issues, and an empty `expect`.
 */
export function vectorFile(base: Base, vectors: readonly Vector[]): string {
  const lines = vectors.map((vector, i) => {
    const { name, business, options, text, bytes, expect } = vector;
    const { error, issues, warnings } = expect;
    const expected = {
      ...(error !== impliedError(issues) && { error }),
      ...(issues.length > 0 && { issues }),
      ...(warnings.length > 0 && { warnings }),
    };
    return JSON.stringify({
      name,
      ...(JSON.stringify(business) !== JSON.stringify(businessOf(base)) && { business }),
      ...(options !== undefined && { options }),
      ...(text !== undefined && { text }),
      ...(bytes !== undefined && { bytes }),
      ...(vector.document !== undefined && shortestChange(base, vectors, i)),
      ...(Object.keys(expected).length > 0 && { expect: expected }),
    });
  });
  const head = JSON.stringify({ business: businessOf(base), document: base.document });
  return `{"base":${head},\n"vectors":[\n${lines.join(',\n')}\n]}\n`;
}

interface Change {
  readonly of?: number;
  readonly patch?: readonly Operation[];
}

/**
 * The shortest patch that turns the base, or one of the previous vectors' documents, into the document of vector `i`.
 */
function shortestChange(base: Base, vectors: readonly Vector[], i: number): Change {
  const to = vectors[i]!.document;
  let best: Change = changeOf(base.document, to);
  let least = JSON.stringify(best).length;
  for (let of = Math.max(0, i - NEAR); of < i; of++) {
    const { document } = vectors[of]!;
    if (document === undefined) continue;
    const change = { of, ...changeOf(document, to) };
    const { length } = JSON.stringify(change);
    if (length < least) [best, least] = [change, length];
  }
  return best;
}

function changeOf(from: unknown, to: unknown): Change {
  const patch = patchOf(from, to);
  return patch.length > 0 ? { patch } : {};
}

const businessOf = ({ business }: Base): Vector['business'] => sender(business);
