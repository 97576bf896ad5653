import type { LineItem, Transaction } from '../../document/types.generated.js';
import type { Scheme } from '../../document/scheme.js';
import type { Shop } from '../../engine/shop.js';
import { assertShop } from '../../complete/arguments.js';
import { A_TIME_ZONE } from '../../complete/to-local-timestamp.js';
import type { CorrectedSale } from '../../complete/types.js';
import { assertArgument, assertOptions, type OptionShape } from '../../usage/assert.js';
import { A_BOOLEAN, A_STRING, ANYTHING, AN_OBJECT } from '../../usage/option-tests.js';

/** The data that a platform's payload does not contain. The country is the shop's. */
export interface SellerOptions {
  readonly shop: Shop;
  /** `vendor.id` of the documents. */
  readonly businessId: string;
  /** IANA time zone name for the receipts. Default: the law's. */
  readonly timeZone?: string | undefined;
  /** `tax.scheme`. Default: the scheme for domestic sales. */
  readonly scheme?: Scheme | undefined;
  /** The tax category for untaxed lines. Default `Z`. */
  readonly zeroRateCategory?: LineItem['taxCategory'] | undefined;
  /**
   * The percentage of each tax rate, by the platform's name or id for the rate, if payloads do not state percentages.
   */
  readonly rates?: Readonly<Record<string, number>> | undefined;
  /** The tax rate of lines for which the payload states none, in percent. */
  readonly taxRate?: number | undefined;
  /** Ids of the products that are gift cards, if payloads do not say which are. */
  readonly giftCardProducts?: readonly string[] | undefined;
  /** Fiscal data for the document. */
  readonly extensions?: Transaction['extensions'] | undefined;
  /** Whether to reject sales that are still open. Default true. */
  readonly requireCompleted?: boolean | undefined;
  /** Whether to accept orders that the platform marks as tests. Default false. */
  readonly allowTest?: boolean | undefined;
}

/** The options of `toCorrection`: the sale and its corrections so far, as `createRefund` takes them. */
export type CorrectionOptions = SellerOptions & CorrectedSale;

/** The options of `completeFrom`; for a correction, they include its sale. */
export type CompleteFromOptions =
  | CorrectionOptions
  | (SellerOptions & {
      readonly sale?: undefined;
      /** The sale's corrections so far, if the payload contains a correction and its sale. Default `[]`. */
      readonly priorCorrections?: CorrectedSale['priorCorrections'] | undefined;
      /** The sale's id, if the payload contains a correction and its sale. Default: the platform's id for the sale. */
      readonly originalTransactionId?: string | undefined;
    });

/** The options with their defaults. */
export type Seller = Omit<SellerOptions, 'rates'> &
  Required<Pick<SellerOptions, 'timeZone' | 'zeroRateCategory' | 'requireCompleted'>> & {
    readonly rates: ReadonlyMap<string, number>;
  };

const isRate = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0;

const SELLER: Readonly<Record<keyof SellerOptions, OptionShape>> = {
  shop: ANYTHING,
  businessId: A_STRING,
  timeZone: A_TIME_ZONE,
  scheme: A_STRING,
  zeroRateCategory: ['Z', 'E', 'AE', 'O'],
  rates: {
    test: (value) => AN_OBJECT.test(value) && Object.values(value as object).every(isRate),
    wanted: 'percentages by the name of their rate',
  },
  taxRate: { test: isRate, wanted: 'a percentage of 0 or more' },
  giftCardProducts: {
    test: (value) => Array.isArray(value) && value.every(A_STRING.test),
    wanted: 'an array of ids',
  },
  extensions: AN_OBJECT,
  requireCompleted: A_BOOLEAN,
  allowTest: A_BOOLEAN,
};

const SALE: Readonly<Record<keyof CorrectedSale, OptionShape>> = {
  sale: ANYTHING,
  priorCorrections: ANYTHING,
  originalTransactionId: ANYTHING,
};

/**
 * Checks the options of an adapter.
 *
 * @param takesSale whether the options of corrections are allowed
 * @throws UsageError
 */
export function sellerOf(options: SellerOptions | CompleteFromOptions, takesSale: boolean): Seller {
  // Unlike `undefined`, null is not absent.
  assertOptions('options', options ?? null, takesSale ? { ...SELLER, ...SALE } : SELLER);
  const { shop, businessId, sale, priorCorrections } = options as CompleteFromOptions;
  assertShop(shop);
  assertArgument(businessId !== undefined, 'options.businessId', 'the id of the business', businessId);
  const isListed = Array.isArray(priorCorrections) || (sale === undefined && priorCorrections === undefined);
  assertArgument(isListed, 'options.priorCorrections', 'an array, [] for none', priorCorrections);
  const { timeZone, zeroRateCategory = 'Z', rates = {}, requireCompleted = true } = options;
  const zone = timeZone ?? shop.pack?.law?.timeZone ?? 'UTC';
  return { ...options, timeZone: zone, zeroRateCategory, rates: new Map(Object.entries(rates)), requireCompleted };
}
