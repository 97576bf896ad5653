import { isTimestamp } from '../document/structure.generated.js';
import type { DocumentOptions, ShopOptions } from './shop.js';
import type { OptionShape } from '../usage/assert-options.js';
import { A_COUNT, A_FUNCTION, AN_OBJECT } from '../usage/option-tests.js';

export const SHOP_OPTIONS = {
  rateWindows: ['off', 'warn', 'enforce'],
  productTaxClass: A_FUNCTION,
  severities: AN_OBJECT,
  maxIssues: A_COUNT,
  taxRounding: ['line', 'group'],
  cashRounding: ['pack', 'none', 'nearest', 'down', 'up'],
} satisfies Record<keyof ShopOptions, OptionShape>;

export const DOCUMENT_OPTIONS = {
  // Allows other fields, because callers may pass the sale itself.
  original: {
    test: (value: unknown) => {
      const { timestamp } = Object(value) as { timestamp?: unknown };
      return typeof timestamp === 'string' && isTimestamp(timestamp);
    },
    wanted: "the sale, or its timestamp such as { timestamp: '2026-11-21T10:00:00+01:00' }",
  },
  maxIssues: A_COUNT,
} satisfies Record<keyof DocumentOptions, OptionShape>;
