/**
 * The property kit: documents drawn from the law of a pack, valid or with one known fault. All comes from `pack.law`;
 * nothing here names a country or runs a rule.
 *
 * | part | what it does |
 * |---|---|
 * | `options.ts`, `option-checks.ts` | what callers may ask for, and its checks |
 * | `draft.ts`, `line-draft.ts` | what a document and its lines are made of, as arbitraries that shrink each on their own |
 * | `destinations.ts`, `windows.ts`, `days.ts` | where sales go to, the rates there, the days on which law holds |
 * | `rounding.ts`, `jurisdictions.ts`, `extensions.ts` | these parts of the law, each on its own |
 * | `assemble.ts`, `lines.ts`, `exact.ts`, `shape.ts` | a draft written out as a document, with exact figures |
 * | `text.ts`, `times.ts`, `starting.ts` | texts, timestamps, and values that shrink to what can be read |
 * | `valid-transaction.ts` | drafts → valid documents |
 * | `mutation.ts`, `change.ts` | what a fault is: where it can be made, what it changes, every issue that it causes |
 * | `../rules/TOPIC/mutations.ts` | the faults that the rules of a topic tell |
 * | `mutations/` | all faults: those of the topics (a generated list), of structure, of earlier stages |
 * | `invalid-transaction.ts` | valid documents + a fault → invalid documents with their issues |
 * | `webhook-*.ts` | deliveries, good and forged |
 *
 * To add a fault, add a row to `src/rules/TOPIC/mutations.ts`: its rule, where it can be made under a law (`places`), and
 * what is changed and expected (`make`). A new topic is found by `npm run generate`. Tests hold it to every law at once.
 */
export { validTransaction } from './valid-transaction.js';
export { invalidTransaction } from './invalid-transaction.js';
export type { InvalidTransaction, InvalidTransactionOptions } from './invalid-transaction.js';
export type { DateRange, OneOrMore, Sale, TransactionOptions } from './options.js';
export { webhookExchange } from './webhook-exchange.js';
export type { WebhookExchange, WebhookExchangeOptions } from './webhook-exchange.js';
export type { WebhookOutcome } from './webhook-variants.js';
export { mapperProperty, type MapperPropertyOptions } from './mapper-property.js';
