/** Tests invalid calls to every export in every subpath: the error's class, code and argument. */
import fc from 'fast-check';
import * as root from 'receipt-rule-packs';
import * as clients from 'receipt-rule-packs/client';
import * as completing from 'receipt-rule-packs/complete';
import * as cursor from 'receipt-rule-packs/cursor';
import * as draw from 'receipt-rule-packs/draw';
import * as packs from 'receipt-rule-packs/packs';
import * as schemas from 'receipt-rule-packs/schemas';
import * as signing from 'receipt-rule-packs/signing';
import * as testing from 'receipt-rule-packs/testing';
import * as service from 'receipt-rule-packs/testing/service';
import * as webhook from 'receipt-rule-packs/webhook';
import { describe, expect, it } from 'vitest';
import { usageError } from '../support/usage-error';

type Wrong = readonly [root.UsageErrorCode, argument: string, call: () => unknown];

/** A function's options, each with an invalid value. */
interface WrongOptions {
  readonly call: (options: never) => unknown;
  readonly values: Readonly<Record<string, unknown>>;
  /** The required options of a call. */
  readonly needed?: object;
  readonly where?: string;
}

interface Row {
  readonly wrong?: readonly Wrong[];
  readonly options?: readonly WrongOptions[];
}

/** The row for data, a class, or a function that accepts any value, none of which can be used wrongly. */
const NOTHING_IS_WRONG: Row = {};

const { deReceipt1, seReceipt1 } = packs;
const SE = { country: 'SE' };
const registry = root.createRegistry([seReceipt1]);
const shop = registry.shop(SE);
const NO = undefined as never;
const REFUSED = { valid: false, error: { code: 'invalid_json', message: '' }, issues: [] };
const five = 5 as never;

const SHOP = {
  rateWindows: 'warning',
  productTaxClass: 'food',
  severities: 'error',
  maxIssues: -1,
  taxRounding: 'total',
  cashRounding: 'even',
} satisfies Record<keyof root.ShopOptions, unknown>;
const DOCUMENT = {
  original: { timestamp: 'today' },
  maxIssues: 1.5,
} satisfies Record<keyof root.DocumentOptions, unknown>;
const VALIDATE = { ...SHOP, ...DOCUMENT } satisfies Record<keyof root.ValidateOptions, unknown>;

const wrongBusiness = (call: (business: never) => unknown): Wrong[] => [
  ['invalid_argument', 'business', () => call(NO)],
  ['invalid_argument', 'business.country', () => call({} as never)],
  ['invalid_argument', 'business.country', () => call({ country: '' } as never)],
  ['invalid_argument', 'business.multiLocation', () => call({ country: 'SE', multiLocation: 2 } as never)],
  ['invalid_argument', 'business.territory', () => call({ country: 'SE', territory: 5 } as never)],
  ['invalid_argument', 'business.regimes', () => call({ country: 'SE', regimes: 'farmer' } as never)],
  ['invalid_argument', 'business.regimes', () => call({ country: 'SE', regimes: ['farmer', 5] } as never)],
  ['invalid_argument', 'business.duties', () => call({ country: 'SE', duties: 5 } as never)],
  ['unknown_option', 'business.duties.tse', () => call({ country: 'SE', duties: { tse: false } } as never)],
  ['invalid_argument', 'options', () => registry.validate({}, SE, five)],
];

const ROOT: Record<keyof typeof root, Row> = {
  ISSUE_CODES: NOTHING_IS_WRONG,
  SCHEMA_VERSION: NOTHING_IS_WRONG,
  UsageError: NOTHING_IS_WRONG,
  isIssueCode: NOTHING_IS_WRONG,
  createRegistry: {
    wrong: [
      ['invalid_argument', 'packs', () => root.createRegistry(NO)],
      ['invalid_argument', 'packs', () => root.createRegistry(seReceipt1 as never)],
      ['invalid_pack', 'packs[0]', () => root.createRegistry([{}] as never)],
      ['duplicate_pack', 'packs[1]', () => root.createRegistry([seReceipt1, seReceipt1])],
      ['unknown_option', 'options.severities.amount', () => root.createRegistry([], { severities: { amount: 'off' } })],
      ...wrongBusiness((business) => registry.shop(business)),
      ...wrongBusiness((business) => registry.validate({}, business)),
      ...wrongBusiness((business) => registry.validateJson('{}', business)),
      ...wrongBusiness((business) => registry.standardSchema(business)),
      ['option_not_lawful', 'options.cashRounding', () => registry.shop(SE, { cashRounding: 'up' })],
      ['option_not_lawful', 'options.cashRounding', () => registry.validate({}, SE, { cashRounding: 'down' })],
    ],
    options: [
      {
        call: (options) => root.createRegistry([seReceipt1], options),
        values: { severities: [] } satisfies Record<keyof root.RegistryOptions, unknown>,
      },
      { call: (options) => registry.shop(SE, options), values: SHOP },
      { call: (options) => registry.validate({}, SE, options), values: VALIDATE },
      { call: (options) => registry.validateJson('', SE, options), values: VALIDATE },
      { call: (options) => registry.standardSchema(SE, options), values: VALIDATE },
      { call: (options) => shop.validate({}, options), values: DOCUMENT },
      { call: (options) => shop.validateJson('', options), values: DOCUMENT },
      { call: (options) => shop.standardSchema(options), values: DOCUMENT },
    ],
  },
  explain: {
    wrong: [
      ['invalid_argument', 'codeOrIssue', () => root.explain(registry, NO)],
      ['invalid_argument', 'codeOrIssue', () => root.explain(shop, five)],
      ['invalid_argument', 'from', () => root.explain(NO, 'required')],
      ['invalid_argument', 'from', () => root.explain(seReceipt1 as never, 'required')],
    ],
  },
  definePack: {
    wrong: [
      ['invalid_argument', 'definition', () => root.definePack(NO)],
      ['invalid_pack', 'definition', () => root.definePack({} as never)],
    ],
  },
  defineReceiptPack: {
    wrong: [
      ['invalid_pack', 'law', () => root.defineReceiptPack(NO)],
      ['invalid_argument', 'ownRules', () => root.defineReceiptPack(seReceipt1.law, five)],
      ['invalid_pack', 'ownRules', () => root.defineReceiptPack(seReceipt1.law, [{} as never])],
    ],
  },
  lawChanges: {
    wrong: [
      ['invalid_argument', 'packs', () => root.lawChanges(NO, '2026-01-01', '2026-12-31')],
      ['invalid_argument', 'from', () => root.lawChanges([seReceipt1], NO, '2026-12-31')],
      ['invalid_argument', 'from', () => root.lawChanges([seReceipt1], '2026-02-30', '2026-12-31')],
      ['invalid_argument', 'to', () => root.lawChanges([seReceipt1], '2026-01-01', NO)],
      ['invalid_argument', 'to', () => root.lawChanges([seReceipt1], '2026-01-02', '2026-01-01')],
      ['invalid_argument', 'countries', () => root.lawChanges([seReceipt1], '2026-01-01', '2026-12-31', five)],
      ['invalid_argument', 'countries', () => root.lawChanges([seReceipt1], '2026-01-01', '2026-12-31', ['DE'])],
    ],
  },
  ratesOn: {
    wrong: [
      ['invalid_argument', 'law', () => root.ratesOn(NO, '2026-01-01')],
      ['invalid_argument', 'law', () => root.ratesOn({} as never, '2026-01-01')],
      ['invalid_argument', 'date', () => root.ratesOn(seReceipt1.law, NO)],
      ['invalid_argument', 'date', () => root.ratesOn(seReceipt1.law, '2026-02-30')],
    ],
  },
  fieldPath: {
    wrong: [
      ['invalid_argument', 'path', () => root.fieldPath(NO)],
      ['invalid_argument', 'path', () => root.fieldPath('items' as never)],
    ],
  },
  flattenIssues: {
    wrong: [
      ['invalid_argument', 'issues', () => root.flattenIssues(NO)],
      ['invalid_argument', 'issues', () => root.flattenIssues([null] as never)],
    ],
  },
  prettifyIssues: {
    wrong: [
      ['invalid_argument', 'issues', () => root.prettifyIssues(NO)],
      ['invalid_argument', 'issues', () => root.prettifyIssues(['x'] as never)],
    ],
  },
  toErrorResponse: {
    wrong: [
      ['invalid_argument', 'result', () => root.toErrorResponse(NO)],
      ['invalid_argument', 'result', () => root.toErrorResponse({ valid: true } as never)],
      ['invalid_argument', 'result', () => root.toErrorResponse(null as never)],
      ['invalid_argument', 'result', () => root.toErrorResponse({ ...REFUSED, valid: true } as never)],
      ['invalid_argument', 'result', () => root.toErrorResponse({ ...REFUSED, error: undefined } as never)],
      ['invalid_argument', 'result', () => root.toErrorResponse({ ...REFUSED, error: null } as never)],
      ['invalid_argument', 'result', () => root.toErrorResponse({ ...REFUSED, error: 'invalid_json' } as never)],
      ['invalid_argument', 'result', () => root.toErrorResponse({ ...REFUSED, issues: undefined } as never)],
    ],
  },
  toStored: {
    wrong: [
      ['invalid_argument', 'transaction', () => root.toStored(NO, NO)],
      ['invalid_argument', 'fields', () => root.toStored({ vendor: {}, source: {} } as never, NO)],
      [
        'invalid_argument',
        'fields.id',
        () => root.toStored({ vendor: {}, source: {} } as never, { vendor: {} } as never),
      ],
    ],
  },
  fromStored: {
    wrong: [
      ['invalid_argument', 'stored', () => root.fromStored(NO)],
      ['invalid_argument', 'stored.vendor', () => root.fromStored({} as never)],
    ],
  },
};

const correcting = (create: (shop: never, input: never) => unknown): Wrong[] => [
  ['invalid_argument', 'shop', () => create(NO, NO)],
  ['invalid_argument', 'shop', () => create(registry as never, { priorCorrections: [] } as never)],
  ['invalid_argument', 'input', () => create(shop as never, NO)],
  ['invalid_argument', 'input', () => create(shop as never, five)],
  ['invalid_argument', 'priorCorrections', () => create(shop as never, {} as never)],
  ['invalid_argument', 'priorCorrections', () => create(shop as never, { priorCorrections: {} } as never)],
];

const COMPLETE: Record<keyof typeof completing, Row> = {
  UsageError: NOTHING_IS_WRONG,
  complete: {
    wrong: [
      ['invalid_argument', 'shop', () => completing.complete(NO, NO)],
      ['invalid_argument', 'shop', () => completing.complete(registry as never, NO)],
      ['invalid_argument', 'options', () => completing.complete(shop, NO, five)],
    ],
    options: [
      {
        call: (options) => completing.complete(shop, {} as never, options),
        values: { ...DOCUMENT, recompute: 'yes', expect: 5 } satisfies Record<
          keyof completing.CompleteOptions,
          unknown
        >,
      },
    ],
  },
  createRefund: { wrong: correcting(completing.createRefund) },
  createReturn: {
    wrong: [
      ['invalid_argument', 'shop', () => completing.createReturn(5 as never, {} as never)],
      ['invalid_argument', 'input', () => completing.createReturn(shop, 5 as never)],
    ],
  },
  createCreditNote: { wrong: correcting(completing.createCreditNote) },
  createVoid: { wrong: correcting(completing.createVoid) },
  createExchange: { wrong: correcting(completing.createExchange) },
  createExchanges: {
    wrong: [
      ['invalid_argument', 'shop', () => completing.createExchanges(NO, NO)],
      ['invalid_argument', 'input', () => completing.createExchanges(shop, NO)],
      ['invalid_argument', 'sales', () => completing.createExchanges(shop, {} as never)],
      ['invalid_argument', 'documents', () => completing.createExchanges(shop, { sales: [{}] } as never)],
    ],
  },
  refundableBalance: { wrong: correcting(completing.refundableBalance) },
  allocate: {
    wrong: [
      ['invalid_argument', 'amount', () => completing.allocate(NO, [1])],
      ['invalid_argument', 'weights', () => completing.allocate(5, NO)],
      ['invalid_argument', 'weights', () => completing.allocate(5, [0])],
      ['invalid_argument', 'weights[1]', () => completing.allocate(5, [1, -1])],
    ],
  },
  extractTax: {
    wrong: [
      ['invalid_argument', 'grossAmount', () => completing.extractTax(NO, 25)],
      ['invalid_argument', 'rate', () => completing.extractTax(100, NO)],
    ],
  },
  toLocalTimestamp: {
    wrong: [
      ['invalid_argument', 'date', () => completing.toLocalTimestamp(NO, 'UTC')],
      ['invalid_argument', 'date', () => completing.toLocalTimestamp(new Date(NaN), 'UTC')],
      ['invalid_argument', 'timeZone', () => completing.toLocalTimestamp(new Date(0), NO)],
      ['invalid_argument', 'timeZone', () => completing.toLocalTimestamp(new Date(0), 'Europe/Nowhere')],
    ],
  },
  toMinorUnits: {
    wrong: [
      ['invalid_argument', 'amount', () => completing.toMinorUnits(NO, 'SEK')],
      ['invalid_argument', 'amount', () => completing.toMinorUnits('1.005', 'SEK')],
      ['invalid_argument', 'currency', () => completing.toMinorUnits('1', NO)],
      ['unknown_option', 'options.no', () => completing.toMinorUnits('1', 'SEK', { no: 1 } as object)],
      ['invalid_option', 'options.round', () => completing.toMinorUnits('1', 'SEK', { round: 'up' as 'half-away' })],
    ],
  },
  toPercent: {
    wrong: [
      ['invalid_argument', 'fractions', () => completing.toPercent(...(NO_FRACTIONS as unknown as [number]))],
      ['invalid_argument', 'fractions', () => completing.toPercent(7)],
      ['invalid_argument', 'fractions[1]', () => completing.toPercent(0.07, '7%')],
    ],
  },
};
const NO_FRACTIONS: readonly number[] = [];

const CURSOR: Record<keyof typeof cursor, Row> = {
  UsageError: NOTHING_IS_WRONG,
  parseListQuery: NOTHING_IS_WRONG,
  compareNewestFirst: {
    wrong: [
      ['invalid_argument', 'a', () => cursor.compareNewestFirst(NO, NO)],
      ['invalid_argument', 'b', () => cursor.compareNewestFirst({ id: 'a', timestamp: '' }, NO)],
      ['invalid_argument', 'a.timestamp', () => cursor.compareNewestFirst({ id: 'a' } as never, { id: 'b' } as never)],
    ],
  },
  instantMicros: {
    wrong: [
      ['invalid_argument', 'timestamp', () => cursor.instantMicros(NO)],
      ['invalid_argument', 'timestamp', () => cursor.instantMicros(five)],
    ],
  },
  toPage: {
    wrong: [
      ['invalid_argument', 'rows', () => cursor.toPage(NO, 5)],
      ['invalid_argument', 'limit', () => cursor.toPage([], NO)],
      ['invalid_argument', 'limit', () => cursor.toPage([], 0)],
      ['invalid_argument', 'rows[0].id', () => cursor.toPage([{}, {}] as never, 1)],
    ],
  },
  iterateTransactions: {
    wrong: [
      ['invalid_argument', 'fetchPage', () => cursor.iterateTransactions(NO)],
      ['invalid_argument', 'fetchPage', () => cursor.iterateTransactions([] as never)],
      ['invalid_argument', 'options', () => cursor.iterateTransactions(() => NO, null as never)],
    ],
    options: [
      {
        call: (options) => cursor.iterateTransactions(() => NO, options),
        values: { startAfter: null, limit: 51 } satisfies Record<keyof cursor.IterateOptions, unknown>,
      },
    ],
  },
};

const DRAWING = {
  pack: 'no-receipt-1',
  vendor: 'Shop AB',
  country: 'Sweden',
  original: 'txn_1',
  issues: {},
  locale: 'not a tag',
} satisfies Record<keyof draw.DrawOptions, unknown>;
const VENDOR = {
  id: 1,
  name: 1,
  legalName: 1,
  orgNumber: 1,
  vatNumber: 1,
  country: 1,
  address: 'here',
  locationName: 1,
};
const ADDRESS = { line1: 1, line2: 1, postalCode: 1, city: 1, region: 1, country: 1 };
const drawn = (
  make: (document: unknown, options: never) => unknown,
  values: Readonly<Record<string, unknown>>,
): Row => ({
  wrong: [
    ['invalid_argument', 'options', () => make({}, null as never)],
    ['invalid_argument', 'options', () => make({}, 'sv' as never)],
  ],
  options: [
    { call: (options) => make({}, options), values },
    { call: (vendor) => make({}, { vendor } as never), values: VENDOR, where: 'options.vendor' },
    {
      call: (address) => make({}, { vendor: { address } } as never),
      values: ADDRESS,
      where: 'options.vendor.address',
    },
  ],
});

const DRAW: Record<keyof typeof draw, Row> = {
  UsageError: NOTHING_IS_WRONG,
  receiptStylesheet: NOTHING_IS_WRONG,
  receiptPrintStylesheet: NOTHING_IS_WRONG,
  drawReceipt: drawn(draw.drawReceipt, {
    ...DRAWING,
    idPrefix: '1a',
  } satisfies Record<keyof draw.DrawHtmlOptions, unknown>),
  drawReceiptText: drawn(draw.drawReceiptText, {
    ...DRAWING,
    width: 23,
    colour: 1,
    ascii: 1,
  } satisfies Record<keyof draw.DrawTextOptions, unknown>),
};

const TRANSACTION = {
  type: 'gift',
  tender: [],
  sale: 'online',
  scheme: '',
  destination: 5,
  rates: 101,
  lines: 0,
  pricesIncludeTax: 1,
  discounted: 1,
  weighed: 1,
  returned: 1,
  reverseCharge: 1,
  multiLocation: 1,
  deviating: 1,
  unusual: 1,
  timestamps: 'today',
  plainText: 1,
  rateWindows: 'on',
  productTaxClass: 'food',
  original: {},
  extensions: {},
} satisfies Record<keyof testing.TransactionOptions, unknown>;
const { productTaxClass: _class, original: _original, ...OF_INVALID } = TRANSACTION;

const WITHOUT_LAW = { ...seReceipt1, law: undefined };
const arbitraries = (
  make: (pack: never, options: never) => unknown,
  values: Readonly<Record<string, unknown>>,
): Row => ({
  wrong: [
    ['invalid_pack', 'pack', () => make(NO, NO)],
    ['invalid_pack', 'pack', () => make(WITHOUT_LAW as never, NO)],
    ['invalid_argument', 'options', () => make(seReceipt1 as never, [] as never)],
  ],
  options: [
    { call: (options) => make(seReceipt1 as never, options), values },
    {
      call: (lines) => make(seReceipt1 as never, { lines } as never),
      values: { min: 0, max: 0.5 },
      where: 'options.lines',
    },
    {
      call: (timestamps) => make(seReceipt1 as never, { timestamps } as never),
      values: { from: '2026-02-30', until: 2026 },
      where: 'options.timestamps',
    },
  ],
});

const mapper = () => ({});
const property = (options: never) => testing.mapperProperty(seReceipt1, fc.nat(), mapper, options);

const SALES = {
  tender: 'gold',
  rates: 101,
  lines: 0,
  pricesIncludeTax: 1,
  discounted: 1,
  weighed: 1,
  returned: 1,
  plainText: 1,
  decimals: 1,
  splitTenders: 1,
  timestamps: 'today',
  shop: 5,
  draw: 5,
} satisfies Record<keyof testing.NeutralSaleOptions | 'shop' | 'draw', unknown>;
const ofMapper = { shop, draw: mapper, map: mapper };
const ofCorrections = { shop, draw: mapper, mapSale: mapper, mapCorrection: mapper };
const withoutPack = root.createRegistry([]).shop(SE);
const wrongTest = (make: (options: never) => unknown, given: Readonly<Record<string, unknown>>): Wrong[] => [
  ['invalid_argument', 'options', () => make(5 as never)],
  ['invalid_pack', 'pack', () => make({ ...given, shop: withoutPack } as never)],
  ...Object.keys(given).map((name): Wrong => [
    'invalid_option',
    `options.${name}`,
    () => make({ ...given, [name]: undefined } as never),
  ]),
];

const TESTING: Record<keyof typeof testing, Row> = {
  sensitivity: {
    wrong: [
      ['invalid_argument', 'inputs', () => testing.sensitivity(NO, mapper)],
      ['invalid_argument', 'inputs', () => testing.sensitivity([], mapper)],
      ['invalid_argument', 'map', () => testing.sensitivity([1], NO)],
    ],
    options: [
      {
        call: (options) => testing.sensitivity([1], String, options),
        values: { ignores: 'rows', numRuns: 0, seed: 0.5 } satisfies Record<keyof testing.SensitivityOptions, unknown>,
      },
    ],
  },
  correctionProperty: {
    wrong: wrongTest(testing.correctionProperty, ofCorrections),
    options: [
      {
        call: testing.correctionProperty,
        needed: ofCorrections,
        values: { ...SALES, mapSale: 5, mapCorrection: 5 } satisfies Record<
          keyof testing.CorrectionTest<unknown, unknown>,
          unknown
        >,
      },
    ],
  },
  UsageError: NOTHING_IS_WRONG,
  validTransaction: arbitraries(testing.validTransaction, TRANSACTION),
  invalidTransaction: arbitraries(testing.invalidTransaction, {
    ...OF_INVALID,
    code: [],
  } satisfies Record<keyof testing.InvalidTransactionOptions, unknown>),
  mapperProperty: {
    wrong: [
      ...wrongTest(testing.mapperProperty, ofMapper),
      ['invalid_pack', 'pack', () => testing.mapperProperty(NO, fc.nat(), mapper)],
      ['invalid_argument', 'arbitrary', () => testing.mapperProperty(deReceipt1, NO, mapper)],
      ['invalid_argument', 'mapper', () => testing.mapperProperty(deReceipt1, fc.nat(), NO)],
      ['unknown_option', 'options.severities.x', () => property({ severities: { x: 'off' } } as never)],
    ],
    options: [
      {
        call: property,
        values: {
          rateWindows: 'on',
          productTaxClass: 'food',
          original: {},
          severities: 'off',
          multiLocation: 1,
        } satisfies Record<keyof testing.MapperPropertyOptions, unknown>,
      },
      {
        call: testing.mapperProperty,
        needed: ofMapper,
        values: { ...SALES, map: 5, expect: 5, ignores: 'rows' } satisfies Record<
          keyof testing.MapperTest<unknown>,
          unknown
        >,
      },
    ],
  },
  webhookExchange: {
    wrong: [['invalid_argument', 'options', () => testing.webhookExchange(null as never)]],
    options: [
      {
        call: (options) => testing.webhookExchange(options),
        values: {
          expected: 'fine',
          event: '',
          secret: ' ',
          toleranceSeconds: -1,
          data: {},
        } satisfies Record<keyof testing.WebhookExchangeOptions, unknown>,
      },
    ],
  },
};

const SECRETS = { secrets: 's' };
const signer = webhook.createWebhookSigner(SECRETS);
const verifier = webhook.createWebhookVerifier(SECRETS);
const nine = Array.from({ length: 9 }, (_, i) => `secret ${i}`);
const wrongSecrets = (make: (options: never) => unknown): Wrong[] => [
  ['invalid_argument', 'options', () => make(NO)],
  ['invalid_argument', 'options', () => make('whsec_1' as never)],
  ['invalid_option', 'options.secrets', () => make({} as never)],
  ['invalid_option', 'options.secrets', () => make({ secrets: [] } as never)],
  ['invalid_option', 'options.secrets[1]', () => make({ secrets: ['a', 'b '] } as never)],
];

const FAKED = [{ id: 'biz_1', name: 'Corner shop', country: 'SE' }] as const;
const faked = service.fakeService(registry, FAKED);
const FAKE_SERVICE: Record<keyof typeof service, Row> = {
  UsageError: NOTHING_IS_WRONG,
  fakeService: {
    wrong: [
      ['invalid_argument', 'registry', () => service.fakeService(NO, FAKED)],
      ['invalid_argument', 'businesses', () => service.fakeService(registry, [])],
      ['invalid_argument', 'businesses', () => service.fakeService(registry, NO)],
      ['invalid_argument', 'businesses[0]', () => service.fakeService(registry, [NO])],
      ...(['id', 'name', 'country'] as const).map((name): Wrong => [
        'invalid_argument',
        `businesses[1].${name}`,
        () => service.fakeService(registry, [FAKED[0], { ...FAKED[0], [name]: '' }]),
      ]),
      ['invalid_argument', 'options', () => service.fakeService(registry, FAKED, null as never)],
      ...[NO, {}, 'cut_off', { fault: 'lost' }, { fault: 'answer' }, { fault: 'answer', status: 100 }].map(
        (fault): Wrong => ['invalid_argument', 'next[1]', () => faked.fail({ fault: 'cut_off' }, fault as never)],
      ),
      ...[
        { fault: 'no_answer', carriedOut: 1 },
        { fault: 'delay', ms: -1 },
        { fault: 'answer', status: 429, retryAfter: 0.5 },
      ].map((fault): Wrong => ['invalid_argument', 'next[0]', () => faked.fail(fault as never)]),
    ],
    options: [
      {
        call: (options) => service.fakeService(registry, FAKED, options),
        values: { now: 0, ids: [], eventsFeed: 1 } satisfies Record<keyof service.FakeServiceOptions, unknown>,
      },
    ],
  },
  signedDelivery: {
    wrong: [
      ['invalid_argument', 'event', () => service.signedDelivery(NO, SECRETS)],
      ['invalid_argument', 'event.type', () => service.signedDelivery({ type: '' }, SECRETS)],
      ['invalid_argument', 'event.type', () => service.signedDelivery({ type: 'a\nb' }, SECRETS)],
      ['invalid_argument', 'options', () => service.signedDelivery({}, NO)],
    ],
    options: [
      {
        call: (options) => service.signedDelivery({}, options),
        values: {
          secrets: '',
          timestamp: -1,
          nonce: 'xyz',
        } satisfies Record<keyof service.SignedDeliveryOptions, unknown>,
        needed: SECRETS,
      },
    ],
  },
};

const HANDLED = { ...SECRETS, onEvent: () => undefined };
const PARSED = { readableDidRead: true, body: {} };

const receiver = (call: (options: webhook.WebhookHandlerOptions) => unknown): Row => ({
  wrong: [...wrongSecrets(call), ['invalid_option', 'options.onEvent', () => call(SECRETS as never)]],
  options: [
    {
      call,
      values: {
        secrets: 5,
        toleranceSeconds: 0.5,
        nonceStore: {},
        now: 0,
        onEvent: 'log',
        seen: new Set(),
        onError: {},
        maxBodyBytes: -1,
        deadlineMs: 2 ** 31,
      } satisfies Record<keyof webhook.WebhookHandlerOptions, unknown>,
      needed: HANDLED,
    },
  ],
});

const WEBHOOK: Record<keyof typeof webhook, Row> = {
  UsageError: NOTHING_IS_WRONG,
  WebhookVerificationError: NOTHING_IS_WRONG,
  createWebhookSigner: {
    wrong: [
      ...wrongSecrets(webhook.createWebhookSigner),
      ['invalid_option', 'options.secrets', () => webhook.createWebhookSigner({ secrets: nine })],
      ['invalid_argument', 'rawBody', () => signer.sign(NO, { event: 'x' })],
      ['invalid_argument', 'rawBody', () => signer.sign({} as never, { event: 'x' })],
      ['invalid_argument', 'options', () => signer.sign('', NO)],
      ['invalid_option', 'options.event', () => signer.sign('', {} as never)],
    ],
    options: [
      {
        call: webhook.createWebhookSigner,
        values: { secrets: '' } satisfies Record<keyof webhook.WebhookSignerOptions, unknown>,
        needed: SECRETS,
      },
      {
        call: (options) => signer.sign('', options),
        values: {
          event: 'a\n',
          timestamp: -1,
          nonce: 'xyz',
        } satisfies Record<keyof webhook.WebhookSignOptions, unknown>,
        needed: { event: 'x' },
      },
    ],
  },
  createWebhookVerifier: {
    wrong: [
      ...wrongSecrets(webhook.createWebhookVerifier),
      ['invalid_argument', 'rawBody', () => verifier.verify(NO, {})],
      ['invalid_argument', 'rawBody', () => verifier.verify(five, {})],
    ],
    options: [
      {
        call: webhook.createWebhookVerifier,
        values: {
          secrets: 5,
          toleranceSeconds: 0.5,
          nonceStore: {},
          now: 0,
        } satisfies Record<keyof webhook.WebhookVerifierOptions, unknown>,
        needed: SECRETS,
      },
    ],
  },
  webhookHandler: {
    ...receiver(webhook.webhookHandler),
    wrong: [
      ...receiver(webhook.webhookHandler).wrong!,
      ['invalid_argument', 'request', () => webhook.webhookHandler(HANDLED)({ bodyUsed: true } as never)],
    ],
  },
  webhookListener: {
    ...receiver(webhook.webhookListener),
    wrong: [
      ...receiver(webhook.webhookListener).wrong!,
      ['invalid_argument', 'request.body', () => webhook.webhookListener(HANDLED)(PARSED as never, {} as never)],
    ],
  },
  memorySeenStore: {
    wrong: [
      ['invalid_argument', 'options', () => webhook.memorySeenStore(null as never)],
      ['invalid_argument', 'eventId', () => webhook.memorySeenStore().claim(NO)],
      ['invalid_argument', 'eventId', () => webhook.memorySeenStore().done(NO)],
      ['invalid_argument', 'eventId', () => webhook.memorySeenStore().release(five)],
    ],
    options: [
      {
        call: webhook.memorySeenStore,
        values: { maxEntries: 0 } satisfies Record<keyof webhook.MemorySeenStoreOptions, unknown>,
      },
    ],
  },
  memoryNonceStore: {
    wrong: [
      ['invalid_argument', 'options', () => webhook.memoryNonceStore(null as never)],
      ['invalid_argument', 'nonce', () => webhook.memoryNonceStore().add(NO, 1)],
      ['invalid_argument', 'ttlSeconds', () => webhook.memoryNonceStore().add('a', NO)],
      ['invalid_option', 'options.now', () => webhook.memoryNonceStore({ now: () => NaN }).add('a', 1)],
    ],
    options: [
      {
        call: webhook.memoryNonceStore,
        values: { now: 5, maxEntries: 0 } satisfies Record<keyof webhook.MemoryNonceStoreOptions, unknown>,
      },
    ],
  },
};

const SCHEMAS = Object.fromEntries(
  Object.keys(schemas).map((name): [string, Row] => [name, NOTHING_IS_WRONG]),
) as Record<keyof typeof schemas, Row>;
SCHEMAS.transactionSchemaOf = {
  wrong: [
    ['invalid_argument', 'registry', () => schemas.transactionSchemaOf(NO)],
    ['invalid_argument', 'registry', () => schemas.transactionSchemaOf({} as never)],
  ],
};

const SALE = {} as never;
/**
 * The row for a function that creates text from a document and other input: invalid values and the required input.
 */
const ofDocument = (
  make: (document: never, given: never) => unknown,
  values: Readonly<Record<string, unknown>>,
  needed: Readonly<Record<string, string>> = {},
): Row => ({
  wrong: [
    ['invalid_argument', 'document', () => make(NO, needed as never)],
    ['invalid_argument', 'document', () => make([] as never, needed as never)],
    ['invalid_argument', 'given', () => make(SALE, five)],
    ...missing((given) => make(SALE, given), needed),
  ],
  options: [{ call: (given) => make(SALE, given), values, needed, where: 'given' }],
});
const ofGiven = (
  make: (given: never) => unknown,
  values: Readonly<Record<string, unknown>>,
  needed: Readonly<Record<string, string>>,
): Row => ({
  wrong: [['invalid_argument', 'given', () => make(NO)], ...missing(make, needed)],
  options: [{ call: make, values, needed, where: 'given' }],
});
const missing = (call: (given: never) => unknown, needed: Readonly<Record<string, string>>): Wrong[] =>
  Object.keys(needed).map((name) => [
    'invalid_option',
    `given.${name}`,
    () => call({ ...needed, [name]: undefined } as never),
  ]);
const ofText = (make: (text: never) => unknown): Row => ({
  wrong: [
    ['invalid_argument', 'text', () => make(NO)],
    ['invalid_argument', 'text', () => make(five)],
  ],
});
/** Each name mapped to a value that is not a string. */
const strings = (names: string): Record<string, unknown> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 5]));
const needs = (names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, '1']));
const both = (names: string) => [strings(names), needs(names)] as const;

const signingInput = signing.signingInput as (...given: unknown[]) => unknown;
const QR = 'A B C D E F G H I1 N O Q R';

const SIGNING: Readonly<Record<keyof typeof signing, Row>> = {
  UsageError: NOTHING_IS_WRONG,
  deProcessData: ofDocument(signing.deProcessData, { tenders: [{ method: 'Bar', amount: 5 }] }),
  atPayload: ofDocument(signing.atPayload, ...both('provider cashRegisterId turnover certificateSerial previous')),
  atPrevious: ofText(signing.atPrevious),
  ptHashText: ofDocument(signing.ptHashText, strings('previousHash systemEntryDate')),
  ptHash4: ofText(signing.ptHash4),
  ptFields: ofDocument(signing.ptFields, ...both('sellerNif type atcud hash4 certificateNumber')),
  ptQr: ofGiven(signing.ptQr, { ...strings(QR), K8: 5 }, needs(QR)),
  esHuellaText: ofDocument(
    signing.esHuellaText,
    strings('nif invoiceType generated taxText previous'),
    needs('nif invoiceType generated'),
  ),
  esAnulacionText: ofGiven(
    signing.esAnulacionText,
    strings('nif number date generated previous'),
    needs('nif number date generated'),
  ),
  esQr: ofDocument(signing.esQr, { nif: 5, verifactu: 'no', test: 1 }, needs('nif')),
  tbaiId: ofGiven(signing.tbaiId, ...both('nif date signature')),
  tbaiQr: ofGiven(signing.tbaiQr, strings('base id series number total'), needs('base id number total')),
  noText: ofDocument(signing.noText, { previous: null }),
  hrZkiText: ofDocument(signing.hrZkiText, ...both('oib number premise device')),
  hrQr: ofDocument(signing.hrQr, ...both('zki')),
  siZoiText: ofDocument(signing.siZoiText, ...both('taxNumber number premise device')),
  siQr: ofDocument(signing.siQr, ...both('zoi taxNumber')),
  skOkp: ofText(signing.skOkp),
  grUid: ofGiven(signing.grUid, strings('afm date branch type series number'), needs('afm date branch type number')),
  bgQr: ofDocument(signing.bgQr, ...both('fiscalMemoryNumber document')),
  seRecord: ofDocument(signing.seRecord, { organizationNumber: 5, cashRegisterId: 5, kind: 'kopia' }),
  signingInput: {
    wrong: [
      ['invalid_argument', 'name', () => signingInput(SALE, 'toString')],
      ['invalid_argument', 'name', () => signingInput(SALE, NO)],
      ['invalid_argument', 'document', () => signingInput(NO, 'noText')],
      ['invalid_argument', 'document', () => signingInput(SALE, 'skOkp', '')],
      ['invalid_argument', 'given', () => signingInput(SALE, 'hrQr', NO)],
      ['invalid_argument', 'text', () => signingInput(undefined, 'ptHash4', NO)],
    ],
  },
};

const SERVICE = { baseUrl: 'https://service.example', token: 'svc_1' };
const client = clients.createClient(SERVICE);
/** The part of a document that the client and the outbox read. */
const IDENTIFIED = { source: { platform: 'pos', externalId: 'A-1' } } as never;
const OUTBOX = { client, store: clients.memoryStore(), onRefused: () => undefined };
const outbox = clients.createOutbox(OUTBOX);
const FOLLOWER = {
  client,
  store: { load: async () => undefined, save: async () => undefined },
  onTransaction: () => undefined,
};
const follower = clients.createFollower(FOLLOWER);
const CLIENT: Readonly<Record<keyof typeof clients, Row>> = {
  createFollower: {
    wrong: [
      ['invalid_argument', 'options', () => clients.createFollower(NO)],
      ...(['client', 'store', 'onTransaction'] as const).map((name): Wrong => [
        'invalid_option',
        `options.${name}`,
        () => clients.createFollower({ ...FOLLOWER, [name]: undefined }),
      ]),
      ['invalid_argument', 'event', () => follower.onEvent(NO)],
      ['invalid_argument', 'options', () => follower.catchUp(five)],
      [
        'invalid_option',
        'options.store',
        () =>
          clients
            .createFollower({ ...FOLLOWER, store: { ...FOLLOWER.store, load: async () => '{}' as never } })
            .catchUp(),
      ],
    ],
    options: [
      {
        call: (options) => clients.createFollower(options),
        needed: FOLLOWER,
        values: {
          client: { list: client.list },
          store: { load: FOLLOWER.store.load },
          onTransaction: 'handle',
          businessId: '',
          lateMs: -1,
          feedKeepsMs: '1 d',
        } satisfies Record<keyof clients.FollowerOptions, unknown>,
      },
      {
        call: (options) => follower.catchUp(options),
        values: { all: 1, signal: {} } satisfies Record<keyof clients.CatchUpOptions, unknown>,
      },
    ],
  },
  OutboxError: NOTHING_IS_WRONG,
  memoryStore: NOTHING_IS_WRONG,
  indexedDbStore: {
    wrong: [
      ['invalid_argument', 'name', () => clients.indexedDbStore('')],
      ['invalid_argument', 'name', () => clients.indexedDbStore(NO)],
    ],
  },
  shareOutbox: {
    wrong: [
      ['invalid_argument', 'name', () => clients.shareOutbox('', () => outbox)],
      ['invalid_argument', 'open', () => clients.shareOutbox('till', outbox as never)],
    ],
  },
  createOutbox: {
    wrong: [
      ['invalid_argument', 'options', () => clients.createOutbox(NO)],
      ['invalid_option', 'options.client', () => clients.createOutbox({ ...OUTBOX, client: undefined } as never)],
      ['invalid_option', 'options.store', () => clients.createOutbox({ ...OUTBOX, store: undefined } as never)],
      ['invalid_option', 'options.onRefused', () => clients.createOutbox({ ...OUTBOX, onRefused: undefined } as never)],
      ['invalid_argument', 'document', () => outbox.add(NO)],
      ['invalid_argument', 'document', () => outbox.add({ valid: true, transaction: IDENTIFIED } as never)],
      ['invalid_argument', 'options', () => outbox.add(IDENTIFIED, five)],
      ['invalid_argument', 'document.linkedTransaction', () => outbox.add(IDENTIFIED, { original: 'a' })],
      ['invalid_argument', 'id', () => outbox.replace(five, IDENTIFIED)],
      ['invalid_argument', 'document', () => outbox.replace('a', NO)],
      ['invalid_argument', 'id', () => outbox.drop(five)],
    ],
    options: [
      {
        call: (options) => clients.createOutbox(options),
        needed: OUTBOX,
        values: {
          client: {},
          store: { load: 1 },
          onRefused: 1,
          onPaused: 'no',
          concurrency: 0,
          backoffMs: [],
        } satisfies Record<keyof clients.OutboxOptions, unknown>,
      },
      {
        call: (options) => outbox.add(IDENTIFIED, options),
        values: { key: ' a', original: 1 } satisfies Record<keyof clients.AddOptions, unknown>,
      },
    ],
  },
  ServiceError: NOTHING_IS_WRONG,
  UsageError: NOTHING_IS_WRONG,
  createClient: {
    wrong: [
      ['invalid_argument', 'options', () => clients.createClient(NO)],
      ['invalid_option', 'options.baseUrl', () => clients.createClient({ token: 'svc_1' } as never)],
      ['invalid_option', 'options.token', () => clients.createClient({ baseUrl: SERVICE.baseUrl } as never)],
      ['invalid_option', 'options.token', () => clients.createClient({ ...SERVICE, token: () => '' }).send(IDENTIFIED)],
      ['invalid_argument', 'document', () => client.send(NO)],
      ['invalid_argument', 'document', () => client.send({ source: {} } as never)],
      [
        'invalid_argument',
        'document',
        () => client.send({ ...(IDENTIFIED as object), metadata: { large: 1n } } as never),
      ],
      ['invalid_argument', 'options', () => client.send(IDENTIFIED, five)],
      ['invalid_argument', 'options', () => client.list(five)],
      ['invalid_argument', 'options', () => client.events(five)],
    ],
    options: [
      {
        call: (options) => clients.createClient(options),
        needed: SERVICE,
        values: {
          baseUrl: 'http://service.example',
          token: 'two words',
          fetch: {},
          headers: { Via: 1 },
          attemptDeadlineMs: -1,
          deadlineMs: '60',
          backoffMs: [1.5],
          maxWaitMs: NaN,
        } satisfies Record<keyof clients.ClientOptions, unknown>,
      },
      {
        call: (options) => client.send(IDENTIFIED, options),
        values: { key: ' a', signal: {}, attempts: 0 } satisfies Record<keyof clients.SendOptions, unknown>,
      },
      {
        call: (options) => client.list(options),
        values: { businessId: '', limit: 51, startAfter: '', signal: 1 } satisfies Record<
          keyof clients.ListOptions,
          unknown
        >,
      },
      {
        call: (options) => client.events(options),
        values: { after: '', businessId: '', limit: 0, signal: 1 } satisfies Record<
          keyof clients.EventsOptions,
          unknown
        >,
      },
    ],
  },
};

const MODULES: readonly (readonly [string, object, Readonly<Record<string, Row>>])[] = [
  ['.', root, ROOT],
  ['client', clients, CLIENT],
  ['complete', completing, COMPLETE],
  ['cursor', cursor, CURSOR],
  ['draw', draw, DRAW],
  ['schemas', schemas, SCHEMAS],
  ['signing', signing, SIGNING],
  ['testing', testing, TESTING],
  ['testing/service', service, FAKE_SERVICE],
  ['webhook', webhook, WEBHOOK],
];

/** A row's calls, each with the expected error. */
function callsOf({ wrong = [], options = [] }: Row): Wrong[] {
  return [
    ...wrong,
    ...options.flatMap(({ call, values, needed = {}, where = 'options' }): Wrong[] => [
      ['unknown_option', `${where}.taxRoundng`, () => call({ ...needed, taxRoundng: 'line' } as never)],
      ...Object.entries(values).map(([name, value]): Wrong => [
        'invalid_option',
        `${where}.${name}`,
        () => call({ ...needed, [name]: value } as never),
      ]),
    ]),
  ];
}

describe.each(MODULES)('%s', (_, module, rows) => {
  it('has a row for each export', () => {
    expect(Object.keys(rows).sort()).toEqual(Object.keys(module).sort());
  });

  it.each(Object.entries(rows))('%s', async (__, row) => {
    for (const [code, argument, call] of callsOf(row)) {
      const thrown: unknown = await new Promise((resolve) => resolve(call())).then(
        () => 'nothing',
        (error: unknown) => error,
      );
      expect(thrown, `${code} ${argument} ${String(call)}`).toEqual(usageError(code, argument));
      expect(thrown).toBeInstanceOf(root.UsageError);
    }
  });
});

it('UsageError is a TypeError, and the same class in every subpath', () => {
  const error = new root.UsageError('invalid_argument', 'x', 'x');
  expect(error).toBeInstanceOf(TypeError);
  expect([error.name, root.UsageError.name]).toEqual(['UsageError', 'UsageError']);
  for (const { UsageError } of [clients, completing, cursor, draw, schemas, signing, testing, service, webhook])
    expect(UsageError).toBe(root.UsageError);
});

it('the packs export no function that needs a row', () => {
  const data = Object.entries(packs);
  expect(data.filter(([, value]) => typeof value === 'function')).toEqual([]);
});

it('errors never show a secret', () => {
  const secret = 'whsec_hidden ';
  const calls = [
    () => webhook.createWebhookSigner(secret as never),
    () => webhook.createWebhookSigner({ secrets: secret }),
    () => webhook.createWebhookVerifier({ secrets: ['a', secret] }),
    () => webhook.createWebhookVerifier({ secrets: 'a', now: secret as never }),
    () => webhook.createWebhookVerifier({ secrets: { secret } as never }),
  ];
  for (const call of calls) {
    expect(call).toThrow(root.UsageError);
    expect(call).not.toThrow(/hidden/);
  }
});

it('errors suggest only the option that the caller probably meant', () => {
  const use = () => registry.shop(SE, { taxRoundng: 'line' } as never);
  expect(use).toThrow(/taxRounding/);
  expect(use).not.toThrow(/rateWindows/);
});
