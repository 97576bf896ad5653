import { OSS_SCHEME } from '../../document/oss-scheme.js';
import type { Scheme } from '../../document/scheme.js';
import type { ReceiptLaw } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { quoted } from '../../text/show.js';
import { isCountryCode } from '../../geography/country.js';
import { memberState } from '../../geography/member-states.js';
import type { RateTable } from '../../law/rate-window.js';
import { unionTable } from '../../law/union-rates.js';
import { lineRates } from '../rates/line-rates.js';
import type { Summaries } from '../summaries.js';

const SOURCE = 'Service interface, tax: OSS rule; Directive 2006/112/EC, art. 33 and 369a–369k';
const ECOMMERCE = 'ecommerce';
const DESTINATION: readonly ReadPattern[] = ['tax.scheme', 'customer.country'];

/** An OSS sale's destination; undefined if missing, invalid or the vendor's country. */
function destination(run: RuleContext): string | undefined {
  const country = run.transaction.customer?.country;
  return country !== undefined && country !== run.business.country && isCountryCode(country) ? country : undefined;
}

/** The rate table of an OSS sale's destination. */
function destinationTables(run: RuleContext): readonly RateTable[] | undefined {
  const country = destination(run);
  const state = country === undefined ? undefined : memberState(country);
  const table = state === undefined ? undefined : unionTable(state);
  return table && [table];
}

/**
 * Checks sales under EU_VAT, which is for cross-border distance sales: through e-commerce, to another country, at the
 * destination's rates.
 */
export function oneStopShop({ tax, distanceSales }: ReceiptLaw): Rule[] {
  if (distanceSales !== 'oss') return [];
  return [
    {
      schemes: [OSS_SCHEME],
      id: 'oss-destination',
      severity: 'error',
      codes: ['customer.country/required', 'customer.country/invalid_country', 'tax.scheme/scheme_not_allowed'],
      source: SOURCE,
      reads: DESTINATION,
      check: (run) => checkDestination(run, tax.scheme),
    },
    {
      schemes: [OSS_SCHEME],
      id: 'oss-channel',
      severity: 'error',
      codes: ['required', 'invalid_value'],
      source: SOURCE,
      reads: ['tax.scheme', 'channel'],
      check: checkChannel,
    },
    ...lineRates({
      id: 'oss',
      scheme: OSS_SCHEME,
      tables: destinationTables,
      reads: ['customer.country'],
      source: SOURCE,
      dated: { enforced: true, warned: true },
    }),
    {
      schemes: [OSS_SCHEME],
      id: 'oss-territory',
      severity: 'warning',
      codes: ['not_oss_territory'],
      source: SOURCE,
      reads: DESTINATION,
      check: (run) => {
        const country = destination(run);
        if (country === undefined || memberState(country) !== undefined) return;
        const message = (): string =>
          `customer.country is ${country}, which is outside the EU VAT area, so EU_VAT (OSS) does not apply.`;
        run.report('customer.country', 'not_oss_territory', message, { found: country });
      },
    },
  ];
}

function checkDestination(run: RuleContext, national: Scheme): void {
  const country = run.transaction.customer?.country;
  if (country === undefined) {
    run.report(
      'customer.country',
      'customer.country/required',
      'customer.country is required when tax.scheme is EU_VAT (OSS): the rates are those of the destination.',
    );
  } else if (country === run.business.country) {
    const message = (): string =>
      `tax.scheme is EU_VAT (OSS), but the customer is in the vendor's own country, ${country}. Use ${national}.`;
    run.report('tax.scheme', 'tax.scheme/scheme_not_allowed', message, { found: OSS_SCHEME });
  } else if (!isCountryCode(country)) {
    const message = (): string =>
      `customer.country is ${quoted(country)}, but must be an upper-case ISO 3166-1 alpha-2 code, such as DE.`;
    run.report('customer.country', 'customer.country/invalid_country', message, { found: country });
  }
}

function checkChannel(run: RuleContext): void {
  const { channel } = run.transaction;
  if (channel === undefined) {
    run.report('channel', 'required', 'channel is required when tax.scheme is EU_VAT (OSS). Send "ecommerce".', {
      found: undefined,
      expected: ECOMMERCE,
    });
  } else if (channel !== ECOMMERCE) {
    run.report(
      'channel',
      'invalid_value',
      () => `channel is ${quoted(channel)}, but must be "ecommerce" when tax.scheme is EU_VAT (OSS).`,
      { found: channel, expected: ECOMMERCE },
    );
  }
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'oss-channel': 'Under EU_VAT, channel is ecommerce.',
  'oss-destination': 'Under EU_VAT, customer.country is the ISO 3166-1 alpha-2 code of another country.',
  'oss-territory': 'Under EU_VAT, the customer is in the European Union.',
};
