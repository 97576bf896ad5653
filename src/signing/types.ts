import type { Payment } from '../document/types.generated.js';
import type { UnsignedTransaction } from '../document/written-types.js';

/**
 * The document to sign: a transaction, or `unsigned` from the result of `complete`. Validate the document first:
 * strings for an invalid document are undefined or wrong.
 */
export type SignableDocument = UnsignedTransaction;

/** One of several payments on a receipt. */
export interface Tender {
  readonly method: Payment['method'];
  /** Minor units of the currency, with the sign of the document: positive in a refund. */
  readonly amount: number;
  /** ISO 4217; default: the currency of the document. */
  readonly currency?: string | undefined;
}

/** Additional input for `deProcessData`. */
export interface GermanGiven {
  /** Default: the total, with `payment.method`. */
  readonly tenders?: readonly Tender[] | undefined;
}

/** Additional input for `atPayload`. */
export interface AustrianGiven {
  /** The provider of the certificate, `AT1`; `AT0` without one. */
  readonly provider: string;
  /** Kassen-ID. */
  readonly cashRegisterId: string;
  /** The turnover counter, encrypted by the register, base64. */
  readonly turnover: string;
  /** Serial number of the certificate, hexadecimal. */
  readonly certificateSerial: string;
  /** The result of `atPrevious` for the previous receipt. */
  readonly previous: string;
}

/** Additional input for `ptHashText`. */
export interface PortugueseHashGiven {
  /** Hash of the previous document in the series, base64; absent for the first one. */
  readonly previousHash?: string | undefined;
  /** When the document was stored, `2026-11-22T12:00:00`; default: its timestamp. */
  readonly systemEntryDate?: string | undefined;
}

/** Additional input for `ptFields`. */
export interface PortugueseGiven {
  /** Tax number of the seller, without the country code. */
  readonly sellerNif: string;
  /** Document type in the SAF-T (PT): `FS`, `FT`, `FR`, `NC`. */
  readonly type: string;
  /** The series' validation code and the document's number in the series: `CSDF7T5H-35`. */
  readonly atcud: string;
  /** The result of `ptHash4` for the signature. */
  readonly hash4: string;
  /** Certificate number of the software. */
  readonly certificateNumber: string;
}

/** The fields of the Portuguese QR code, as text. Those that the specification requires are required here too. */
export type PortugueseQrFields = Readonly<
  Record<'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I1' | 'N' | 'O' | 'Q' | 'R', string>
> &
  Readonly<
    Partial<Record<`${'I' | 'J' | 'K'}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}` | 'L' | 'M' | 'P' | 'S', string | undefined>>
  >;

/** Additional input for `esHuellaText`. */
export interface SpanishHuellaGiven {
  /** Tax number of the issuer. */
  readonly nif: string;
  /** Invoice type: `F1`, `F2` for a simplified invoice, `R5` for its correction. */
  readonly invoiceType: string;
  /** CuotaTotal, exactly as in the record; default: the tax of the document, with two decimals. */
  readonly taxText?: string | undefined;
  /** Huella of the previous record; absent for the first one. */
  readonly previous?: string | undefined;
  /** When the record was created, with UTC offset: `2027-01-01T19:20:30+01:00`. */
  readonly generated: string;
}

/** The input for `esAnulacionText`. */
export interface SpanishAnulacionGiven extends Pick<SpanishHuellaGiven, 'nif' | 'previous' | 'generated'> {
  /** Number of the cancelled invoice. */
  readonly number: string;
  /** Its date: `2024-01-01`, or `01-01-2024` as in the record. */
  readonly date: string;
}

/** Additional input for `esQr`. */
export interface SpanishQrGiven {
  readonly nif: string;
  /** Whether the program sends its records to the AEAT. Default true. */
  readonly verifactu?: boolean | undefined;
  /** Whether to use the AEAT's test service. Default false. */
  readonly test?: boolean | undefined;
}

/** The input for `tbaiId`. */
export interface TicketBaiIdGiven {
  readonly nif: string;
  /** Date of the invoice: `2019-10-25`, or `251019` as in the identifier. */
  readonly date: string;
  /** SignatureValue of the XML, or its first 13 characters. */
  readonly signature: string;
}

/** The input for `tbaiQr`. */
export interface TicketBaiQrGiven {
  /** The URL of the province's TicketBAI service: `https://batuz.eus/QRTBAI/`. */
  readonly base: string;
  /** `tbaiId`. */
  readonly id: string;
  /** Absent or empty if the number has no series. */
  readonly series?: string | undefined;
  readonly number: string;
  /** With a point and two decimals: `4.70`. */
  readonly total: string;
}

/** Additional input for `noText`. */
export interface NorwegianGiven {
  /** Signature of the previous transaction, base64; absent for the first one. */
  readonly previous?: string | undefined;
}

/** Additional input for `hrZkiText`. */
export interface CroatianGiven {
  readonly oib: string;
  /** The first part of the invoice number, `44` of `44/POSL1/1`. */
  readonly number: string;
  readonly premise: string;
  readonly device: string;
}

/** Additional input for `hrQr`. */
export interface CroatianQrGiven {
  /** 32 hexadecimal digits. */
  readonly zki: string;
}

/** Additional input for `siZoiText`. */
export interface SlovenianGiven {
  /** Eight digits, without the country code. */
  readonly taxNumber: string;
  readonly number: string;
  readonly premise: string;
  readonly device: string;
}

/** Additional input for `siQr`. */
export interface SlovenianQrGiven {
  /** 32 hexadecimal digits. */
  readonly zoi: string;
  /** Eight digits, without the country code. */
  readonly taxNumber: string;
}

/** The input for `grUid`. */
export interface GreekUidGiven {
  readonly afm: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Branch number, `0` for the head office. */
  readonly branch: string;
  /** Invoice type in myDATA: `11.1`. */
  readonly type: string;
  /** Absent or empty if the number has no series. */
  readonly series?: string | undefined;
  readonly number: string;
}

/** Additional input for `bgQr`. */
export interface BulgarianGiven {
  /** Eight digits. */
  readonly fiscalMemoryNumber: string;
  /** Number of the fiscal receipt, seven digits. */
  readonly document: string;
}

/** Additional input for `seRecord`. */
export interface SwedishGiven {
  readonly organizationNumber?: string | undefined;
  readonly cashRegisterId?: string | undefined;
  /** Default `normal`. */
  readonly kind?: SwedishRecord['kind'] | undefined;
}

/**
 * What a Swedish cash register sends to its control unit. Each model has its own protocol for these figures. The unit
 * responds with a code that it computes with its own key.
 */
export interface SwedishRecord extends Pick<SwedishGiven, 'organizationNumber' | 'cashRegisterId'> {
  /** As in the document, with an offset; send only the local time to the unit. */
  readonly timestamp: string;
  readonly receiptNumber: string;
  readonly kind: 'normal' | 'copy' | 'training' | 'pro_forma';
  /** Sales including tax, minor units. */
  readonly sales: number;
  /** Returns including tax, minor units, 0 or more. */
  readonly returns: number;
  /** The tax at each rate, highest rate first: rates in percent; amounts in minor units, negative for returns. */
  readonly taxes: readonly { readonly rate: number; readonly amount: number }[];
}
