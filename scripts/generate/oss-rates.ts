/** Writes src/tax/oss-rates.generated.ts from eu-vat-rates.json: the rates and windows alone, small enough to ship. */
import { readFileSync } from 'node:fs';

interface SourcedRate {
  rate: number;
  kind: string;
  from?: string;
  until?: string;
  itemClass?: string;
  sources: string[];
  confirmed?: boolean;
}

export function ossRates(): string {
  const { sources, countries } = JSON.parse(readFileSync('src/tax/eu-vat-rates.json', 'utf8')) as {
    sources: Record<string, string>;
    countries: Record<string, SourcedRate[]>;
  };
  const row = (country: string, { rate, from, until, itemClass, sources: ids, confirmed }: SourcedRate): string => {
    for (const id of ids) if (sources[id] === undefined) throw new Error(`${country} ${rate}: no source ${id}`);
    if (ids.length === 0 && confirmed !== false)
      throw new Error(`${country} ${rate}: a rate without a source is not confirmed`);
    const fields = { rate, from, until, itemClass, confirmed };
    const parts = Object.entries(fields).filter(([, value]) => value !== undefined);
    return `    { ${parts.map(([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : String(value)}`).join(', ')} },`;
  };
  return [
    '// Generated from eu-vat-rates.json, which holds the sources, by `npm run generate`. Do not edit.',
    "import type { RateWindow } from './rate-window.js';",
    '',
    '/** VAT rates of the member states of the European Union by ISO 3166-1 alpha-2 code: the destinations of OSS. */',
    'export const OSS_RATES: Readonly<Record<string, readonly RateWindow[]>> = {',
    ...Object.entries(countries).flatMap(([country, rows]) => [
      `  ${country}: [`,
      ...rows.map((rate) => row(country, rate)),
      '  ],',
    ]),
    '};',
    '',
  ].join('\n');
}
