export { hrQr, hrZkiText, siQr, siZoiText } from './adriatic.js';
export { atPayload, atPrevious } from './austria.js';
export { bgQr } from './bulgaria.js';
export { grUid, skOkp } from './digests.js';
export { deProcessData } from './germany.js';
export { noText } from './norway.js';
export { ptFields, ptHash4, ptHashText, ptQr } from './portugal.js';
export { signingInput, type DocumentTexts, type OtherTexts, type SigningInputName } from './signing-input.js';
export { esAnulacionText, esHuellaText, esQr, tbaiId, tbaiQr } from './spain.js';
export { seRecord } from './sweden.js';
export { UsageError, type UsageErrorCode } from '../usage/usage-error.js';
export type {
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
  Tender,
  TicketBaiIdGiven,
  TicketBaiQrGiven,
} from './types.js';
