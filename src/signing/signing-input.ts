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

/** The texts of a document, each with what it takes besides. */
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

/** The texts for which no document is needed, each with what it is made of. */
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

/** The names of the texts. */
export type SigningInputName = keyof DocumentTexts | keyof OtherTexts;

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
export function signingInput<Name extends keyof DocumentTexts>(
  document: SignableDocument,
  name: Name,
  ...given: DocumentTexts[Name]
): Name extends 'seRecord' ? SwedishRecord | undefined : string | undefined;
/** The same for what no document is needed for. */
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
