/**
 * One suite for every runtime: plain ECMAScript that only depends on the installed package. `smoke()` returns a summary
 * in plain JSON. It never throws.
 */
import { createRegistry, definePack, toErrorResponse, toStored, UsageError, explain } from 'receipt-rule-packs';
import { createClient, createFollower, createOutbox, memoryStore } from 'receipt-rule-packs/client';
import {
  compareNewestFirst,
  instantMicros,
  iterateTransactions,
  parseListQuery,
  toPage,
} from 'receipt-rule-packs/cursor';
import { drawReceipt, drawReceiptText } from 'receipt-rule-packs/draw';
import { atPrevious, skOkp } from 'receipt-rule-packs/signing';
import { packs } from 'receipt-rule-packs/packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { errorResponse, schemas } from 'receipt-rule-packs/schemas';
import { fakeService } from 'receipt-rule-packs/testing/service';
import {
  createWebhookSigner,
  createWebhookVerifier,
  memoryNonceStore,
  webhookHandler,
  WebhookVerificationError,
} from 'receipt-rule-packs/webhook';

const BUSINESS = { country: 'SE', multiLocation: false };

/** Returns a new valid receipt each time, because checks may change it. */
const receipt = () => ({
  type: 'sale',
  settled: true,
  receiptNumber: 'R-1001',
  timestamp: '2026-11-21T10:00:00+01:00',
  currency: 'SEK',
  metadata: { 'ö 🧾': [1.5, null, { deep: true }] },
  vendor: { id: 'biz_1' },
  items: [
    line({ name: 'Kaffe', quantity: 2, unitPrice: 4500, amount: 9000, taxRate: 25, taxAmount: 1800 }),
    line({ name: 'Räkor', quantity: 0.325, unitPrice: 29900, amount: 9718, taxRate: 12, taxAmount: 1041 }),
  ],
  tax: {
    scheme: 'SE_MOMS',
    pricesIncludeTax: true,
    summary: [
      { rate: 25, category: 'S', taxableAmount: 7200, taxAmount: 1800 },
      { rate: 12, category: 'S', taxableAmount: 8677, taxAmount: 1041 },
    ],
  },
  totals: { subtotal: 18718, discount: 0, tax: 2841, total: 18718 },
  payment: { method: 'card' },
  source: { platform: 'acme-pos', externalId: 'A-1001' },
  extensions: {
    se: {
      controlUnitId: 'TESTCUSE000000001',
      controlCode: 'SUFMLQIBGESA5GZPENDD3MBH2Y7GZANZ;52C6QLGD2QVYVCKXIHIVYGF746',
      sequenceNumber: 1001,
    },
  },
});

const line = (fields) => ({ taxCategory: 'S', ...fields });

// A published vector: vectors/signatures.json, made with openssl.
const T = 1_795_255_200;
const NONCE = '0123456789abcdef0123456789abcdef';
const SECRET = 'whsec_c2VjcmV0';
const payload = (data) =>
  `{"eventId":"evt_1","schemaVersion":"2.1","type":"transaction.created","businessId":"biz_1","createdAt":"2026-11-21T10:00:00Z","data":${data}}`;
const PLAIN = payload('{"id":"txn_1"}');
const PLAIN_V1 = 'a708728edd7daeab8c3027861cfc8051c63bb9e919e0b2c5037b8c0765b0b121';
const VECTORS = [
  { name: 'plain', secret: SECRET, body: PLAIN, v1: PLAIN_V1 },
  {
    name: 'letters beyond ASCII in the body',
    secret: SECRET,
    body: payload('{"name":"Räksmörgås € 🧾"}'),
    v1: 'fddb67d13f761bd4715739fca7ef8bd22494a6adc8654ebaaed1871b3cd08eb1',
  },
  {
    name: 'a byte order mark before the body',
    secret: SECRET,
    body: `\ufeff${PLAIN}`,
    v1: '595ceecdbe9e14f39ad4eb064aa5c21ccfc74cb1aa48ee56cf568ace5c8314c6',
  },
  {
    name: 'a secret beyond ASCII',
    secret: 'hemlig å € 🔑',
    body: PLAIN,
    v1: 'ec6cd7cc6c03e9d1d2e739e47bbf661861b31b7294610c6007c011226b782123',
  },
  {
    name: 'a secret longer than a block',
    secret: '7'.padStart(200, '0'),
    body: PLAIN,
    v1: '4ff6759fb10743c6cdb49fe0e6b958ca0794b1f6f440d7823a765145e76b25fc',
  },
];
const header = (v1 = PLAIN_V1, { t = T, nonce = NONCE } = {}) => `t=${t},nonce=${nonce},v1=${v1}`;
const verifierAt = (seconds, options = {}) =>
  createWebhookVerifier({ secrets: SECRET, now: () => seconds * 1000, ...options });

const registry = createRegistry(packs);
const utf8 = new TextEncoder();
const summaryOf = (result) => result.issues.map(({ field, code }) => `${field} ${code}`);
const validate = (document, options) => registry.validate(document, BUSINESS, options);

const CHECKS = {
  'validate: a valid receipt'() {
    const document = receipt();
    const result = validate(document);
    equal(summaryOf(result), []);
    equal(result.valid, true);
    equal(result.transaction === document, true);
    equal(document, receipt());
    equal([result.profileId, result.documentTier, result.issues, result.warnings], ['se-receipt-1', 'receipt', [], []]);
  },
  'validate: reports all faults, in schema order'() {
    const document = receipt();
    document.timestamp = '2026-11-21 10:00:00';
    document.currency = 'EUR';
    document.items[0].taxRate = 24;
    document.items[1].amount = 9700;
    document.totals.total = 1;
    document.payment.method = 'cash';
    document.extensions = {};
    const result = validate(document);
    equal(
      [result.valid, result.error],
      [false, { code: 'validation_failed', message: 'Validation failed with 10 issues.' }],
    );
    equal(summaryOf(result), [
      'timestamp invalid_format',
      'currency currency_not_allowed',
      'items[0].taxRate invalid_rate',
      'items[1].amount amount_mismatch',
      'tax.summary summary_missing',
      'tax.summary[0] summary_unused',
      'totals.subtotal sum_mismatch',
      'totals.rounding required',
      'totals.total sum_mismatch',
      'extensions.se required',
    ]);
    equal(result.issues[2].path, ['items', 0, 'taxRate']);
    equal(new Set(result.issues.map(({ severity }) => severity)), new Set(['error']));
  },
  'validate: fields that senders must not set'() {
    const result = validate({ ...receipt(), id: 'txn_1', ['odd key']: 1, ['__proto__']: 1 });
    equal(result.error.code, 'invalid_json');
    equal(summaryOf(result), ['["odd key"] unknown_field', '__proto__ unknown_field', 'id unknown_field']);
  },
  'validate: profile and country'() {
    equal(summaryOf(validate({ ...receipt(), profileId: 'se-receipt-0' })), ['profileId profile_mismatch']);
    equal(summaryOf(registry.validate(receipt(), { country: 'XX' })), ['vendor.id unsupported_country']);
  },
  'validate: exact beyond the precision of doubles'() {
    const document = receipt();
    document.items = [1, 2, 3].map((n) =>
      line({
        name: `${n}`,
        quantity: 1,
        unitPrice: 9007199254740991,
        amount: 9007199254740991,
        taxRate: 0,
        taxAmount: 0,
      }),
    );
    document.tax.summary = [{ rate: 0, category: 'S', taxableAmount: 9007199254740991, taxAmount: 0 }];
    document.totals = { subtotal: 9007199254740991, discount: 0, tax: 0, total: 9007199254740991 };
    const [issue] = validate(document).issues;
    equal([issue.field, issue.code], ['totals.subtotal', 'sum_mismatch']);
    equal(issue.message.includes('27021597764222973'), true);
    const cheese = (amount) => {
      const one = receipt();
      one.items[1] = line({
        name: 'Ost',
        quantity: 0.1234567,
        unitPrice: 100000007,
        amount,
        taxRate: 12,
        taxAmount: 1,
      });
      const { issues, warnings } = validate(one);
      return [...issues, ...warnings].find(({ field }) => field === 'items[1].amount')?.code;
    };
    // 0.1234567 × 100000007 = 12345670.8641969. If the quantity changes by half a unit of its seventh decimal,
    // this product changes by 5.00000035; rounding the amount allows another half.
    equal([12345665, 12345666, 12345669, 12345670, 12345671, 12345672, 12345676, 12345677].map(cheese), [
      'amount_mismatch',
      'amount_deviates',
      'amount_deviates',
      undefined,
      undefined,
      'amount_deviates',
      'amount_deviates',
      'amount_mismatch',
    ]);
  },
  'validate: accepts any value without throwing'() {
    const cyclic = receipt();
    cyclic.metadata = { cyclic };
    const deep = receipt();
    for (let i = 0; i < 100_000; i++) deep.metadata = { a: deep.metadata };
    equal(
      [cyclic, deep].map((document) => summaryOf(validate(document))),
      [['metadata out_of_range'], ['metadata out_of_range']],
    );
    const values = [
      undefined,
      null,
      true,
      42,
      NaN,
      10n,
      '',
      'text',
      Symbol('s'),
      () => {},
      [],
      [receipt()],
      new Date(0),
    ];
    const odd = [
      new Map(),
      new Uint8Array(8),
      Object.create(null),
      new Proxy({}, {}),
      { items: new Array(1e9) },
      cyclicArray(),
    ];
    for (const value of [...values, ...odd]) {
      const result = validate(value);
      equal([result.valid, typeof result.error.message], [false, 'string']);
      equal([400, 422].includes(toErrorResponse(result).status), true);
    }
  },
  'validate: options'() {
    const cut = validate({ ...receipt(), type: 1, settled: 1 }, { maxIssues: 1 });
    equal([cut.issues.length, cut.error.message], [1, 'Validation failed with 2 issues.']);
    const food = { rateWindows: 'enforce', productTaxClass: (item) => (item.taxRate === 12 ? 'food' : undefined) };
    equal(summaryOf(validate(receipt(), food)), ['items[1].taxRate rate_not_in_window']);
    equal(validate(receipt(), { ...food, rateWindows: 'off' }).valid, true);
  },
  'validate: misuse throws UsageError'() {
    throws(UsageError, () => registry.validate(receipt(), {}));
    throws(UsageError, () => validate(receipt(), { rates: 'off' }));
    throws(UsageError, () => createRegistry([seReceipt1, seReceipt1]));
    throws(UsageError, () => toErrorResponse(validate(receipt())));
  },
  'validate: warnings'() {
    const result = validate({ ...receipt(), payment: { method: 'transfer', last4: '4242' } });
    equal([result.valid, result.warnings.map(({ code }) => code)], [true, ['last4_without_card']]);
  },
  'validateJson: text and bytes'() {
    const text = JSON.stringify(receipt());
    const inside = utf8.encode(`xx${text}yy`).subarray(2, -2);
    for (const input of [text, `\ufeff${text}`, utf8.encode(text), utf8.encode(`\ufeff${text}`), inside]) {
      const result = registry.validateJson(input, BUSINESS);
      equal([result.valid, result.transaction], [true, receipt()]);
    }
  },
  'validateJson: finds where text stops being JSON'() {
    const notUtf8 = new Uint8Array([0x7b, 0xff, 0x7d]);
    const inputs = ['', '{"a":1,}', '[\n  1,\n  tru', notUtf8, new Uint8Array(), '[1]', '"\ud800"'];
    const found = inputs.map((input) => registry.validateJson(input, BUSINESS));
    for (const { error, issues } of found) equal([error.code, issues], ['invalid_json', []]);
    // The library finds the position, because engines word their messages differently.
    const places = found.slice(0, 4).map(({ error }) => /(?:line \d+, column|byte) \d+/.exec(error.message)?.[0]);
    equal(places, ['line 1, column 1', 'line 1, column 8', 'line 3, column 3', 'byte 1']);
  },
  'toErrorResponse: the exact response body'() {
    const result = registry.validateJson(JSON.stringify({ ...receipt(), type: 'gift' }), BUSINESS);
    const { status, body } = toErrorResponse(result);
    equal(status, 422);
    equal(
      JSON.stringify(body),
      JSON.stringify({
        error: { code: 'validation_failed', message: 'Validation failed with 1 issue.' },
        issues: [{ field: 'type', code: 'invalid_value', message: result.issues[0].message }],
      }),
    );
    equal(toErrorResponse(validate(7)).status, 400);
  },
  'toStored: the canonical document'() {
    const fields = { id: 'txn_1', createdAt: '2026-11-21T09:00:01Z', syncedAt: '2026-11-21T09:00:02Z' };
    const vendor = { name: 'Kafé', country: 'SE' };
    const profile = { profileId: 'se-receipt-1', documentTier: 'receipt' };
    const sent = { ...receipt(), schemaVersion: 'any' };
    const stored = toStored(sent, { ...fields, ...profile, vendor });
    equal(Object.keys(stored).slice(0, 10), [
      ...['id', 'type', 'settled', 'receiptNumber', 'timestamp', 'createdAt', 'currency', 'profileId'],
      ...['documentTier', 'schemaVersion'],
    ]);
    equal(stored.schemaVersion, '2.1');
    equal(stored.vendor, { id: 'biz_1', name: 'Kafé', country: 'SE' });
    equal(stored.source, { platform: 'acme-pos', externalId: 'A-1001', syncedAt: fields.syncedAt });
    equal(stored.metadata === sent.metadata, true);
    throws(UsageError, () => toStored(sent, { ...fields, ...profile, vendor: { id: 'biz_2' } }));
  },
  'explain: what a code means'() {
    const { code, meaning, remedy, rules } = explain(registry, 'invalid_rate');
    equal([code, typeof meaning, typeof remedy], ['invalid_rate', 'string', 'string']);
    equal(rules.map(({ pack }) => pack).includes('se-receipt-1'), true);
    equal([explain(registry, 'no_such_code'), explain(registry, 'constructor')], [undefined, undefined]);
  },
  'standardSchema: a Standard Schema v1 object'() {
    const { version, vendor, validate: check } = registry.standardSchema(BUSINESS)['~standard'];
    equal([version, vendor], [1, 'receipt-rule-packs']);
    const document = receipt();
    equal(check(document).value === document, true);
    const { issues } = check({ ...receipt(), type: 'gift' });
    equal([issues.length, issues[0].path, typeof issues[0].message], [1, ['type'], 'string']);
  },
  'packs: all packs, a single pack and a custom pack'() {
    equal(
      [packs.includes(seReceipt1), registry.resolve('SE') === seReceipt1, registry.resolve('XX')],
      [true, true, undefined],
    );
    equal(seReceipt1.check(receipt(), BUSINESS), []);
    const { documentTier, currency, schemes, rules } = seReceipt1;
    const own = definePack({
      id: 'xx-receipt-1',
      country: 'XX',
      documentTier,
      currency,
      schemes,
      rates: {},
      rules: rules.slice(0, 2),
    });
    equal(createRegistry([own]).validate(receipt(), { country: 'XX' }).profileId, 'xx-receipt-1');
  },
  'schemas: exported as objects'() {
    const names = ['transaction', 'stored-transaction', 'webhook-event', 'list-response', 'error-response'];
    equal(Object.keys(schemas).sort(), names.sort());
    for (const name of names) equal(schemas[name].$schema, 'https://json-schema.org/draft/2020-12/schema');
    equal(schemas['error-response'] === errorResponse, true);
    equal(schemas.transaction.properties.type.enum, ['sale', 'refund', 'void', 'credit_note', 'exchange']);
  },
  'signing: digests without a crypto engine'() {
    equal(atPrevious('WOKFLOW-1'), 'A9uoGMk1JrA=');
    equal(skOkp('AA=='), '5ba93c9d-b0cff93f-52b521d7-420e43f6-eda2784f');
  },
  "draw: exact amounts, with the country's labels and number format"() {
    const large = { ...receipt(), type: 'refund', totals: { total: 2 ** 53 } };
    const total = (country) => /data-path="totals.total">([^<]+)/.exec(drawReceipt(large, { country }))[1];
    equal(total('SE').replace(/\s/g, ' '), '−90 071 992 547 409,92');
    equal(total('US'), '-90,071,992,547,409.92');
    equal(drawReceiptText(large, { country: 'SE' }).includes('R E T U R'), true);
    equal(drawReceipt({ items: [{ name: '<b>\u001b' }] }).includes('&lt;b&gt;␛'), true);
  },
  async 'webhook: signs the published vectors'() {
    for (const { secret, body, v1 } of VECTORS) {
      const signer = createWebhookSigner({ secrets: secret });
      for (const raw of [body, utf8.encode(body)]) {
        equal(await signer.sign(raw, { event: 'transaction.created', timestamp: T, nonce: NONCE }), {
          'Service-Signature': header(v1),
          'Service-Event': 'transaction.created',
          'Content-Type': 'application/json',
        });
      }
    }
  },
  async 'webhook: verifies the published vectors'() {
    for (const { name, secret, body, v1 } of VECTORS) {
      const verifier = verifierAt(T, { secrets: secret });
      for (const raw of [body, utf8.encode(body), utf8.encode(`xx${body}`).subarray(2)]) {
        equal([name, (await verifier.verify(raw, header(v1))).eventId], [name, 'evt_1']);
      }
    }
  },
  async 'webhook: accepts headers in every form'() {
    const { verify } = verifierAt(T);
    const forms = [
      header(),
      new Headers({ 'Service-Signature': header() }),
      { 'service-signature': header() },
      { 'SERVICE-SIGNATURE': [header()] },
    ];
    for (const form of forms) equal((await verify(PLAIN, form)).data, { id: 'txn_1' });
    for (const none of [undefined, null, '', {}, new Headers()])
      equal(await outcome(verify(PLAIN, none)), 'missing_signature');
    const twice = { 'service-signature': header(), 'Service-Signature': header() };
    const joined = new Headers([
      ['Service-Signature', header()],
      ['Service-Signature', header()],
    ]);
    for (const wrong of [twice, joined, 'x', `${header()},`, header('zz')]) {
      equal(await outcome(verify(PLAIN, wrong)), 'malformed_signature');
    }
  },
  async 'webhook: rotates a secret'() {
    const signer = createWebhookSigner({ secrets: ['new', 'old'] });
    const headers = await signer.sign(PLAIN, { event: 'transaction.created' });
    equal(
      headers['Service-Signature'].split(',').map((part) => part.split('=')[0]),
      ['t', 'nonce', 'v1', 'v1'],
    );
    for (const secrets of ['new', 'old', ['other', 'old']]) {
      equal(await outcome(createWebhookVerifier({ secrets }).verify(PLAIN, headers)), 'ok');
    }
    equal(await outcome(createWebhookVerifier({ secrets: 'other' }).verify(PLAIN, headers)), 'signature_mismatch');
  },
  async 'webhook: accepts its own signature, but only once'() {
    const signer = createWebhookSigner({ secrets: SECRET });
    const verifier = createWebhookVerifier({ secrets: SECRET, nonceStore: memoryNonceStore() });
    const [first, second] = [await signer.sign(PLAIN, { event: 'x' }), await signer.sign(PLAIN, { event: 'x' })];
    const nonceOf = (headers) => /nonce=([0-9a-f]{32}),/.exec(headers['Service-Signature'])[1];
    equal(nonceOf(first) === nonceOf(second), false);
    const outcomes = await Promise.all(
      [first, first, second].map((headers) => outcome(verifier.verify(PLAIN, headers))),
    );
    equal(outcomes.sort(), ['nonce_reused', 'ok', 'ok']);
    equal(await outcome(verifier.verify(PLAIN, second)), 'nonce_reused');
  },
  async 'webhook: rejects a delivery after any change'() {
    const bytes = utf8.encode(PLAIN);
    for (let i = 0; i < bytes.length; i += 7) {
      const changed = bytes.slice();
      changed[i] ^= 1;
      equal(await outcome(verifierAt(T).verify(changed, header())), 'signature_mismatch');
    }
    const changes = [
      header(PLAIN_V1.replace('a', 'b')),
      header(PLAIN_V1, { t: T + 1 }),
      header(PLAIN_V1, { nonce: 'ab' }),
    ];
    for (const changed of changes) equal(await outcome(verifierAt(T).verify(PLAIN, changed)), 'signature_mismatch');
  },
  async 'webhook: the caller may reuse its buffer immediately'() {
    const bytes = utf8.encode(PLAIN);
    const verified = verifierAt(T).verify(bytes, header());
    bytes.fill(0x20);
    equal((await verified).eventId, 'evt_1');
  },
  async 'webhook: the tolerance is exact to the second'() {
    const at = (seconds) => outcome(verifierAt(seconds).verify(PLAIN, header()));
    equal(await Promise.all([T - 301, T - 300, T + 300, T + 301].map(at)), [
      ...['timestamp_out_of_tolerance', 'ok', 'ok', 'timestamp_out_of_tolerance'],
    ]);
  },
  async 'webhook: a request handler, as routes and workers export it'() {
    const events = [];
    const handler = webhookHandler({ secrets: SECRET, onEvent: ({ eventId }) => events.push(eventId), onError() {} });
    const { fetch } = { fetch: handler };
    const url = 'http://127.0.0.1/hook';
    const headers = await createWebhookSigner({ secrets: SECRET }).sign(PLAIN, { event: 'transaction.created' });
    const send = (init) => fetch(new Request(url, init), { API_KEY: 'of the platform' }, { waitUntil() {} });
    const statuses = [];
    for (const init of [
      { method: 'POST', headers, body: PLAIN },
      { method: 'POST', headers, body: PLAIN },
      { method: 'POST', headers, body: `${PLAIN} ` },
      {},
    ]) {
      const answer = await send(init);
      statuses.push(answer instanceof Response && answer.status);
    }
    equal([statuses, events], [[200, 200, 400, 405], ['evt_1']]);
  },
  async 'client: stores a document once although a response is lost, and lists it'() {
    const service = fakeService(createRegistry([seReceipt1]), [{ id: 'biz_1', name: 'Demo', ...BUSINESS }]);
    const client = createClient({ baseUrl: 'https://service.example', token: 'svc_1', fetch: service.fetch });
    service.fail({ fault: 'no_answer', carriedOut: true });
    const outbox = createOutbox({ client, store: memoryStore(), onRefused() {}, backoffMs: [1] });
    const id = await outbox.add(receipt());
    while ((await outbox.list()).length > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const listed = [];
    for await (const transaction of client.list()) listed.push(transaction.id);
    equal([(await outbox.get(id)).transactionId, listed], ['txn_1', ['txn_1']]);
    await outbox.close();
  },
  async 'client: a follower misses nothing, with webhooks, the list or the feed'() {
    const businesses = [{ id: 'biz_1', name: 'Demo', ...BUSINESS }];
    const service = fakeService(createRegistry([seReceipt1]), businesses, { eventsFeed: true });
    const client = createClient({ baseUrl: 'https://service.example', token: 'svc_1', fetch: service.fetch });
    const handled = [];
    let state;
    const follower = createFollower({
      client,
      store: { load: async () => state, save: async (next) => void (state = next) },
      onTransaction: ({ id }) => handled.push(id),
    });
    await client.send(receipt());
    equal(await follower.catchUp(), { complete: true, handled: 1 });
    await client.send({ ...receipt(), source: { platform: 'smoke', externalId: 'late' } });
    equal(await follower.catchUp(), { complete: true, handled: 1 });
    await follower.onEvent({ type: 'transaction.created', data: service.stored[1] });
    equal(handled, ['txn_1', 'txn_2', 'txn_2']);
  },
  async 'webhook: an invalid payload, and a failing store'() {
    const signer = createWebhookSigner({ secrets: SECRET });
    for (const body of ['', '{}', '[]', 'null', PLAIN.slice(1), new Uint8Array([0x22, 0xff, 0x22])]) {
      const signed = await signer.sign(body, { event: 'x', timestamp: T });
      equal(await outcome(verifierAt(T).verify(body, signed)), 'invalid_payload');
    }
    const nonceStore = { add: () => Promise.reject(new Error('down')) };
    equal(await outcome(verifierAt(T, { nonceStore }).verify(PLAIN, header())), 'nonce_store_failed');
  },
  async 'webhook: misuse throws UsageError'() {
    throws(UsageError, () => createWebhookSigner({ secrets: '' }));
    throws(UsageError, () => createWebhookVerifier({ secrets: [] }));
    await rejects(UsageError, verifierAt(T).verify(JSON.parse(PLAIN), header()));
    await rejects(UsageError, createWebhookSigner({ secrets: 'x' }).sign(PLAIN, {}));
    const error = await verifierAt(T)
      .verify(PLAIN, 'x')
      .catch((caught) => caught);
    equal(
      [error instanceof Error, error instanceof WebhookVerificationError, error.name, error.code],
      [...[true, true, 'WebhookVerificationError', 'malformed_signature']],
    );
  },
  'cursor: parses the list query'() {
    equal(parseListQuery(new URLSearchParams('startAfter=txn%5F1&limit=007')), {
      valid: true,
      query: { limit: 7, startAfter: 'txn_1' },
    });
    equal(parseListQuery({}), { valid: true, query: { limit: 25 } });
    const refused = parseListQuery(
      new URL('https://x/?limit=51&limit=2&startAfter=&offset=1&businessId=%00').searchParams,
    );
    equal(
      summaryOf(refused),
      ['limit', 'startAfter', 'businessId', 'offset'].map((name) => `${name} invalid_parameter`),
    );
    equal(summaryOf(parseListQuery({ limit: '1e1' })), ['limit invalid_parameter']);
  },
  'cursor: creates pages'() {
    const rows = [{ id: 'c' }, { id: 'b' }, { id: 'a' }];
    equal(toPage(rows, 2), { data: rows.slice(0, 2), hasMore: true, nextCursor: 'b' });
    equal(toPage(rows, 3), { data: rows, hasMore: false, nextCursor: null });
  },
  'cursor: orders by instant, to the microsecond'() {
    const rows = [
      ['b', '2026-11-21T10:00:00.000001+01:00'],
      ['c', '2026-11-21T09:00:00.0000019Z'],
      ['a', '2026-11-21T09:00:00.000002Z'],
      ['d', '0001-01-01T00:00:00+23:59'],
      ['e', '9999-12-31T23:59:59.999999-23:59'],
    ].map(([id, timestamp]) => ({ id, timestamp }));
    equal(
      rows
        .sort(compareNewestFirst)
        .map(({ id }) => id)
        .join(''),
      'eacbd',
    );
  },
  'cursor: microseconds since the epoch'() {
    const instants = {
      '1970-01-01T01:00:00.0000019+01:00': 1n,
      '2026-11-21T10:00:00.123456+01:00': 1_795_251_600_123_456n,
      '2255-06-05T23:47:34.740993Z': 9_007_199_254_740_993n,
      '0001-01-01T00:00:00+23:59': -62_135_683_140_000_000n,
      '9999-12-31T23:59:59.999999-23:59': 253_402_387_139_999_999n,
    };
    for (const [text, micros] of Object.entries(instants)) equal(instantMicros(text), micros);
    for (const text of ['2026-02-29T00:00:00Z', '2026-11-21T10:00:60Z', '2026-11-21t10:00:00z', '2026-11-21', '']) {
      throws(RangeError, () => instantMicros(text));
    }
    throws(UsageError, () => instantMicros(0));
  },
  async 'cursor: iterates over all pages, resumes and stops'() {
    const rows = Array.from({ length: 7 }, (_, i) => ({ id: `txn_${i}` }));
    let fetched = 0;
    const fetchPage = async ({ limit, startAfter }) => {
      fetched++;
      const start = rows.findIndex(({ id }) => id === startAfter) + 1;
      return toPage(rows.slice(start, start + limit + 1), limit);
    };
    const collect = async (options, most = Infinity) => {
      const ids = [];
      for await (const { id } of iterateTransactions(fetchPage, options)) if (ids.push(id) >= most) break;
      return ids;
    };
    equal(
      await collect({ limit: 3 }),
      rows.map(({ id }) => id),
    );
    equal(fetched, 3);
    equal(await collect({ limit: 3 }, 2), ['txn_0', 'txn_1']);
    equal(fetched, 4);
    equal(await collect({ limit: 50, startAfter: 'txn_4' }), ['txn_5', 'txn_6']);
    throws(UsageError, () => iterateTransactions(fetchPage, { limit: 51 }));
  },
};

/** Runs all checks. */
export async function smoke() {
  const failures = [];
  let passed = 0;
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      await check();
      passed++;
    } catch (error) {
      failures.push({ name, message: String(error?.stack ?? error) });
    }
  }
  return { runtime: runtime(), engine: await engine(), passed, failed: failures.length, failures };
}

/** Returns which of the two crypto engines signs in this runtime, found by watching both create a signature. */
async function engine() {
  const used = new Set();
  const restore = [
    watch(globalThis.crypto?.subtle, 'sign', () => used.add('WebCrypto')),
    watch(globalThis.process?.getBuiltinModule?.('node:crypto'), 'createHmac', () => used.add('node:crypto')),
  ];
  try {
    await createWebhookSigner({ secrets: SECRET }).sign(PLAIN, { event: 'x' });
  } catch (error) {
    return String(error);
  } finally {
    for (const undo of restore) undo();
  }
  return [...used].join(' and ') || 'unknown';
}

function watch(object, name, seen) {
  if (object === undefined) return () => {};
  const own = Object.getOwnPropertyDescriptor(object, name);
  const original = object[name];
  const value = function (...args) {
    seen();
    return original.apply(this, args);
  };
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  return () => (own ? Object.defineProperty(object, name, own) : delete object[name]);
}

/** How the runtime identifies itself. */
function runtime() {
  const { Bun, Deno, navigator, process } = globalThis;
  if (Bun) return `Bun ${Bun.version}`;
  if (Deno) return `Deno ${Deno.version.deno}`;
  if (navigator?.userAgent === 'Cloudflare-Workers') return 'workerd';
  if (process?.versions?.node) return `Node ${process.versions.node}`;
  return /(?:Headless)?Chrome\/[\d.]+/.exec(navigator?.userAgent ?? '')?.[0].replace('/', ' ') ?? 'unknown';
}

function cyclicArray() {
  const items = [];
  items.push(items);
  return { items };
}

async function outcome(promise) {
  try {
    await promise;
    return 'ok';
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.code : String(error);
  }
}

function throws(type, run) {
  let thrown;
  try {
    run();
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof type)) throw new Error(`expected ${type.name} to be thrown, found ${String(thrown)}`);
}

async function rejects(type, promise) {
  const thrown = await promise.then(
    () => undefined,
    (error) => error,
  );
  throws(type, () => {
    throw thrown;
  });
}

/** Equality of plain data, bigints and sets. Ignores the order of keys. */
function equal(found, expected) {
  const [a, b] = [written(found), written(expected)];
  if (a !== b) throw new Error(`expected ${b}\n   found ${a}`);
}

function written(value) {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Set) return `Set ${written([...value])}`;
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const fields = Object.keys(value).sort();
  return `{ ${fields.map((key) => `${JSON.stringify(key)}: ${written(value[key])}`).join(', ')} }`;
}
