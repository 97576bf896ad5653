/** Currencies with no, three and four decimals (ISO 4217). All others have two. */
const DECIMALS: readonly (readonly [number, string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/** How many decimals a currency has. @param currency three letters */
export function currencyDecimals(currency: string): number {
  return DECIMALS.find(([, codes]) => codes.includes(currency))?.[0] ?? 2;
}
