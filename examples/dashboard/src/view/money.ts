/** Formats an amount in minor units for a locale, such as `2 598,00 SEK`. Exact: no floating point. */
export function money(minorUnits: number, currency: string, locale = 'en'): string {
  const digits = digitsOf(currency);
  const text = String(Math.abs(minorUnits)).padStart(digits + 1, '0');
  const [whole, fraction] = [text.slice(0, text.length - digits), text.slice(text.length - digits)];
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const decimal = `${minorUnits < 0 ? '-' : ''}${whole}${digits === 0 ? '' : `.${fraction}`}`;
  // Intl formats decimal strings exactly, but TypeScript's types do not allow them yet.
  return `${format.format(decimal as unknown as number)} ${currency}`;
}

/** The locale for amounts in a country (ISO 3166-1 alpha-2); English if the country is unknown. */
export function localeOf(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return 'en';
  return new Intl.Locale(`und-${country}`).maximize().baseName;
}

function digitsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
