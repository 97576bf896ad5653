import { checkArgument, kindOf } from '../usage/kind.js';
import { mustBe } from '../usage/usage-error.js';
import { hrQr, hrZkiText, siQr, siZoiText } from './adriatic.js';
import { atPayload, atPrevious } from './austria.js';
import { bgQr } from './bulgaria.js';
import { grUid, skOkp } from './digests.js';
import { deProcessData } from './germany.js';
import { noText } from './norway.js';
import { ptFields, ptHash4, ptHashText, ptQr } from './portugal.js';
import { esAnulacionText, esHuellaText, esQr, tbaiId, tbaiQr } from './spain.js';
import { seRecord } from './sweden.js';
import type { SignableDocument } from './types.js';

const OF_DOCUMENT = {
  deProcessData,
  atPayload,
  ptHashText,
  ptFields,
  esHuellaText,
  esQr,
  noText,
  hrZkiText,
  hrQr,
  siZoiText,
  siQr,
  bgQr,
  seRecord,
};
const WITHOUT_DOCUMENT = { atPrevious, ptHash4, ptQr, esAnulacionText, tbaiId, tbaiQr, skOkp, grUid };

type OfDocument = typeof OF_DOCUMENT;
type WithoutDocument = typeof WITHOUT_DOCUMENT;

/** What a text takes after its document: `given` may be left out where nothing in it is required. */
type GivenOf<Name extends keyof OfDocument> =
  Parameters<OfDocument[Name]> extends [unknown, ...infer Given] ? Given : never;

/** The names of the texts. */
export type SigningInputName = keyof OfDocument | keyof WithoutDocument;

/**
 * What is signed or printed, from the figures of a document and what a device or an authority adds: the text by its name.
 * Each name is an export, too, which bundles take alone. Undefined where a rate has no place in the text, or a value holds
 * its separator or a line break. Keys and signatures are the caller's.
 *
 * @param name `deProcessData`, `atPayload`, `ptHashText`, `esHuellaText`, …
 * @param given what the text needs besides the document
 * @throws UsageError `invalid_argument`, `unknown_option`, `invalid_option`
 * @example
 * signingInput(unsigned, 'deProcessData'); // 'Beleg^15.00_0.00_0.00_0.00_0.00^15.00:Bar'
 */
export function signingInput<Name extends keyof OfDocument>(
  document: SignableDocument,
  name: Name,
  ...given: GivenOf<Name>
): ReturnType<OfDocument[Name]>;
/** The same for what no document is needed for. */
export function signingInput<Name extends keyof WithoutDocument>(
  document: undefined,
  name: Name,
  ...given: Parameters<WithoutDocument[Name]>
): ReturnType<WithoutDocument[Name]>;
export function signingInput(document: unknown, name: SigningInputName, ...given: unknown[]): unknown {
  if (Object.hasOwn(OF_DOCUMENT, name)) {
    const make = OF_DOCUMENT[name as keyof OfDocument] as (document: unknown, given: unknown) => unknown;
    return make(document, given[0]);
  }
  if (!Object.hasOwn(WITHOUT_DOCUMENT, name)) {
    const names = Object.keys({ ...OF_DOCUMENT, ...WITHOUT_DOCUMENT }).join(', ');
    throw mustBe('invalid_argument', 'name', `one of ${names}`, kindOf(name));
  }
  checkArgument(document === undefined, 'document', 'undefined', document);
  return (WITHOUT_DOCUMENT[name as keyof WithoutDocument] as (given: unknown) => unknown)(given[0]);
}
