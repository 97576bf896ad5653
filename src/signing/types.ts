import type { Payment } from '../document/types.generated.js';
import type { UnsignedTransaction } from '../complete/types.js';

/**
 * The document whose figures are signed: a transaction, or what `complete` returns as `unsigned`. It has been validated; of
 * one that is faulty the texts are undefined, or as wrong as it is.
 */
export type SignableDocument = UnsignedTransaction;

/** One of several ways in which a receipt was paid. */
export interface Tender {
  readonly method: Payment['method'];
  /** Minor units of the currency, with the sign of the document: what a refund gives back has no minus. */
  readonly amount: number;
  /** ISO 4217; absent: the currency of the document. */
  readonly currency?: string | undefined;
}

/** What `deProcessData` takes from outside of the document. */
export interface GermanGiven {
  /** Absent: the total in `payment.method`. */
  readonly tenders?: readonly Tender[] | undefined;
}

/** What `atPayload` takes from outside of the document. */
export interface AustrianGiven {
  /** The provider of the certificate, `AT1`; `AT0` without one. */
  readonly provider: string;
  /** Kassen-ID. */
  readonly cashRegisterId: string;
  /** The turnover counter, encrypted by the register, base64. */
  readonly turnover: string;
  /** Serial number of the certificate, hexadecimal. */
  readonly certificateSerial: string;
  /** `atPrevious` of the receipt before. */
  readonly previous: string;
}

/** What `ptHashText` takes from outside of the document. */
export interface PortugueseHashGiven {
  /** Hash of the document before in the series, base64; absent for the first one. */
  readonly previousHash?: string | undefined;
  /** When the document was stored, `2026-11-22T12:00:00`; absent: its own time. */
  readonly systemEntryDate?: string | undefined;
}

/** What `ptFields` takes from outside of the document. */
export interface PortugueseGiven {
  /** Tax number of the seller, without the country. */
  readonly sellerNif: string;
  /** Type of the document in the SAF-T (PT): `FS`, `FT`, `FR`, `NC`. */
  readonly type: string;
  /** Code of the series, and number: `CSDF7T5H-35`. */
  readonly atcud: string;
  /** `ptHash4` of the signature. */
  readonly hash4: string;
  /** Number of the program's certificate. */
  readonly certificateNumber: string;
}

/** The fields of the Portuguese QR code, as text. The ones that the specification requires are required here. */
export type PortugueseQrFields = Readonly<
  Record<'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I1' | 'N' | 'O' | 'Q' | 'R', string>
> &
  Readonly<
    Partial<Record<`${'I' | 'J' | 'K'}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}` | 'L' | 'M' | 'P' | 'S', string | undefined>>
  >;

/** What `esHuellaText` takes from outside of the document. */
export interface SpanishHuellaGiven {
  /** Tax number of the issuer. */
  readonly nif: string;
  /** Type of invoice: `F1`, `F2` for a simplified one, `R5` for its correction. */
  readonly invoiceType: string;
  /** CuotaTotal as it is in the record; absent: the tax of the document with two decimals. */
  readonly taxText?: string | undefined;
  /** Huella of the record before; absent for the first one. */
  readonly previous?: string | undefined;
  /** When the record was made, with its offset: `2027-01-01T19:20:30+01:00`. */
  readonly generated: string;
}

/** What `esAnulacionText` is made of. */
export interface SpanishAnulacionGiven extends Pick<SpanishHuellaGiven, 'nif' | 'previous' | 'generated'> {
  /** Number of the invoice that is annulled. */
  readonly number: string;
  /** Its day: `2024-01-01`, or as in the record `01-01-2024`. */
  readonly date: string;
}

/** What `esQr` takes from outside of the document. */
export interface SpanishQrGiven {
  readonly nif: string;
  /** Whether the program sends its records to the AEAT. Absent: true. */
  readonly verifactu?: boolean | undefined;
  /** The address of the AEAT's test service. Absent: false. */
  readonly test?: boolean | undefined;
}

/** What `tbaiId` is made of. */
export interface TicketBaiIdGiven {
  readonly nif: string;
  /** Day of the invoice: `2019-10-25`, or as in the identifier `251019`. */
  readonly date: string;
  /** SignatureValue of the XML, or its first 13 characters. */
  readonly signature: string;
}

/** What `tbaiQr` is made of. */
export interface TicketBaiQrGiven {
  /** Address of the province: `https://batuz.eus/QRTBAI/`. */
  readonly base: string;
  /** `tbaiId`. */
  readonly id: string;
  /** Absent or empty: the number has no series. */
  readonly series?: string | undefined;
  readonly number: string;
  /** With a point and two decimals: `4.70`. */
  readonly total: string;
}

/** What `noText` takes from outside of the document. */
export interface NorwegianGiven {
  /** Signature of the transaction before, base64; absent for the first one. */
  readonly previous?: string | undefined;
}

/** What `hrZkiText` takes from outside of the document. */
export interface CroatianGiven {
  readonly oib: string;
  /** The first part of the number of the invoice, `44` of `44/POSL1/1`. */
  readonly number: string;
  readonly premise: string;
  readonly device: string;
}

/** What `hrQr` takes from outside of the document. */
export interface CroatianQrGiven {
  /** 32 hexadecimal digits. */
  readonly zki: string;
}

/** What `siZoiText` takes from outside of the document. */
export interface SlovenianGiven {
  /** Eight digits, without the country. */
  readonly taxNumber: string;
  readonly number: string;
  readonly premise: string;
  readonly device: string;
}

/** What `siQr` takes from outside of the document. */
export interface SlovenianQrGiven {
  /** 32 hexadecimal digits. */
  readonly zoi: string;
  /** Eight digits, without the country. */
  readonly taxNumber: string;
}

/** What `grUid` is made of. */
export interface GreekUidGiven {
  readonly afm: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Number of the branch, `0` for the head office. */
  readonly branch: string;
  /** Type of invoice of myDATA: `11.1`. */
  readonly type: string;
  /** Absent or empty: the number has no series. */
  readonly series?: string | undefined;
  readonly number: string;
}

/** What `bgQr` takes from outside of the document. */
export interface BulgarianGiven {
  /** Eight digits. */
  readonly fiscalMemoryNumber: string;
  /** Number of the fiscal receipt, seven digits. */
  readonly document: string;
}

/** What `seRecord` takes from outside of the document. */
export interface SwedishGiven {
  readonly organizationNumber?: string | undefined;
  readonly cashRegisterId?: string | undefined;
  /** Absent: `normal`. */
  readonly kind?: SwedishRecord['kind'] | undefined;
}

/**
 * What a Swedish cash register gives to its control unit. Each unit has a protocol of its own, in which these are written. The
 * code that it answers is made with its own key.
 */
export interface SwedishRecord extends Pick<SwedishGiven, 'organizationNumber' | 'cashRegisterId'> {
  /** As in the document; the unit takes the time of its offset. */
  readonly timestamp: string;
  readonly receiptNumber: string;
  readonly kind: 'normal' | 'copy' | 'training' | 'pro_forma';
  /** What was sold, tax included, minor units. */
  readonly sales: number;
  /** What was returned, tax included, minor units, 0 or more. */
  readonly returns: number;
  /** By rate, from the highest on: percent, and tax in minor units, below 0 for what is given back. */
  readonly taxes: readonly { readonly rate: number; readonly amount: number }[];
}
