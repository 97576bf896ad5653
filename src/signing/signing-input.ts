import { checkArgument, kindOf, mustBe } from '../usage/usage-error.js';
import { hrQr, hrZkiText, siQr, siZoiText } from './adriatic.js';
import { atPayload, atPrevious } from './austria.js';
import { bgQr } from './bulgaria.js';
import { grUid, skOkp } from './digests.js';
import { deProcessData } from './germany.js';
import { noText } from './norway.js';
import { ptFields, ptHash4, ptHashText, ptQr } from './portugal.js';
import { esAnulacionText, esHuellaText, esQr, tbaiId, tbaiQr } from './spain.js';
import { seRecord } from './sweden.js';
import type {
  AustrianGiven,
  BulgarianGiven,
  CroatianGiven,
  CroatianQrGiven,
  GermanGiven,
  GreekUidGiven,
  NorwegianGiven,
  PortugueseGiven,
  PortugueseHashGiven,
  PortugueseQrFields,
  SignableDocument,
  SlovenianGiven,
  SlovenianQrGiven,
  SpanishAnulacionGiven,
  SpanishHuellaGiven,
  SpanishQrGiven,
  SwedishGiven,
  SwedishRecord,
  TicketBaiIdGiven,
  TicketBaiQrGiven,
} from './types.js';

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

/** The strings created from a document, each with its additional arguments. */
export interface DocumentTexts {
  readonly deProcessData: readonly [given?: GermanGiven];
  readonly atPayload: readonly [given: AustrianGiven];
  readonly ptHashText: readonly [given?: PortugueseHashGiven];
  readonly ptFields: readonly [given: PortugueseGiven];
  readonly esHuellaText: readonly [given: SpanishHuellaGiven];
  readonly esQr: readonly [given: SpanishQrGiven];
  readonly noText: readonly [given?: NorwegianGiven];
  readonly hrZkiText: readonly [given: CroatianGiven];
  readonly hrQr: readonly [given: CroatianQrGiven];
  readonly siZoiText: readonly [given: SlovenianGiven];
  readonly siQr: readonly [given: SlovenianQrGiven];
  readonly bgQr: readonly [given: BulgarianGiven];
  readonly seRecord: readonly [given?: SwedishGiven];
}

/** The strings created without a document, each with its input. */
export interface OtherTexts {
  readonly atPrevious: readonly [text: string];
  readonly ptHash4: readonly [text: string];
  readonly ptQr: readonly [given: PortugueseQrFields];
  readonly esAnulacionText: readonly [given: SpanishAnulacionGiven];
  readonly tbaiId: readonly [given: TicketBaiIdGiven];
  readonly tbaiQr: readonly [given: TicketBaiQrGiven];
  readonly skOkp: readonly [text: string];
  readonly grUid: readonly [given: GreekUidGiven];
}

/** The names of the strings that `signingInput` creates. */
export type SigningInputName = keyof DocumentTexts | keyof OtherTexts;

/**
 * Creates the string to sign or print, selected by name, from the figures of a document and data from a device or
 * authority. Each name is also exported as a function, so that a bundle can contain only the functions that it uses.
 * Undefined if the string has no field for a rate, or if a value contains a line break or the string's separator. The
 * caller keeps the keys, and signs the string.
 *
 * @param name `deProcessData`, `atPayload`, `ptHashText`, `esHuellaText`, …
 * @param given additional data that the string needs
 * @throws UsageError `invalid_argument`, `unknown_option`, `invalid_option`
 * @example
 * signingInput(unsigned, 'deProcessData'); // 'Beleg^15.00_0.00_0.00_0.00_0.00^15.00:Bar'
 */
export function signingInput<Name extends keyof DocumentTexts>(
  document: SignableDocument,
  name: Name,
  ...given: DocumentTexts[Name]
): Name extends 'seRecord' ? SwedishRecord | undefined : string | undefined;
/** As above, for strings created without a document. */
export function signingInput<Name extends keyof OtherTexts>(
  document: undefined,
  name: Name,
  ...given: OtherTexts[Name]
): string | undefined;
export function signingInput(document: unknown, name: SigningInputName, ...given: unknown[]): unknown {
  if (Object.hasOwn(OF_DOCUMENT, name)) {
    const make = OF_DOCUMENT[name as keyof DocumentTexts] as (document: unknown, given: unknown) => unknown;
    return make(document, given[0]);
  }
  if (!Object.hasOwn(WITHOUT_DOCUMENT, name)) {
    const names = Object.keys({ ...OF_DOCUMENT, ...WITHOUT_DOCUMENT }).join(', ');
    throw mustBe('invalid_argument', 'name', `one of ${names}`, kindOf(name));
  }
  checkArgument(document === undefined, 'document', 'undefined', document);
  return (WITHOUT_DOCUMENT[name as keyof OtherTexts] as (given: unknown) => unknown)(given[0]);
}
