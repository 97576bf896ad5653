import type { Address, StoredVendor } from '../document/types.generated.js';
import type { OptionShape } from '../usage/assert-options.js';
import { A_BOOLEAN, A_STRING, AN_OBJECT, type OptionTest } from '../usage/option-tests.js';
import type { DrawHtmlOptions, DrawOptions, DrawTextOptions } from './types.js';
import { canonical, COUNTRY } from './words.js';

const MIN_WIDTH = 24;

const A_COUNTRY: OptionTest = {
  test: (value) => typeof value === 'string' && COUNTRY.test(value),
  wanted: "an ISO 3166-1 alpha-2 code such as 'SE'",
};

const ADDRESS = {
  line1: A_STRING,
  line2: A_STRING,
  postalCode: A_STRING,
  city: A_STRING,
  region: A_STRING,
  country: A_STRING,
} satisfies Record<keyof Address, OptionShape>;

const VENDOR = {
  id: A_STRING,
  name: A_STRING,
  legalName: A_STRING,
  orgNumber: A_STRING,
  vatNumber: A_STRING,
  country: A_STRING,
  address: { options: ADDRESS },
  locationName: A_STRING,
} satisfies Record<keyof StoredVendor, OptionShape>;

const DRAW_OPTIONS = {
  pack: AN_OBJECT,
  vendor: { options: VENDOR },
  country: A_COUNTRY,
  // `issues` and `original` can come from a service response, so their contents are not checked.
  original: AN_OBJECT,
  issues: { test: Array.isArray, wanted: 'an array of issues' },
  locale: {
    test: (value) => typeof value === 'string' && canonical(value) !== undefined,
    wanted: "a BCP 47 tag such as 'sv-SE'",
  },
} satisfies Record<keyof DrawOptions, OptionShape>;

export const DRAW_HTML_OPTIONS = {
  ...DRAW_OPTIONS,
  idPrefix: {
    test: (value) => typeof value === 'string' && /^[A-Za-z][\w-]*$/.test(value),
    wanted: "a letter, then letters, digits, - and _, such as 'receipt-2'",
  },
} satisfies Record<keyof DrawHtmlOptions, OptionShape>;

export const DRAW_TEXT_OPTIONS = {
  ...DRAW_OPTIONS,
  width: {
    test: (value) => typeof value === 'number' && value >= MIN_WIDTH,
    wanted: `a number of ${MIN_WIDTH} or more`,
  },
  colour: A_BOOLEAN,
  ascii: A_BOOLEAN,
} satisfies Record<keyof DrawTextOptions, OptionShape>;
