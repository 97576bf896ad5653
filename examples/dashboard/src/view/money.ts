/** An amount in minor units as one reads it, such as `30.00 SEK`. */
export function money(minorUnits: number, currency: string): string {
  const digits = digitsOf(currency);
  const text = String(Math.abs(minorUnits)).padStart(digits + 1, '0');
  const whole = BigInt(text.slice(0, text.length - digits)).toLocaleString('en');
  const fraction = digits === 0 ? '' : `.${text.slice(-digits)}`;
  return `${minorUnits < 0 ? '-' : ''}${whole}${fraction} ${currency}`;
}

function digitsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
