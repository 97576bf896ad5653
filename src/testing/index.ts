/**
 * The property kit: documents drawn from the law of a pack, valid or with one known fault. Everything comes from
 * `pack.law`; this folder names no country and runs no rule.
 *
 * | part | what it does |
 * |---|---|
 * | `options.ts`, `option-shapes.ts` | the options of callers, and their checks |
 * | `draft.ts`, `line-draft.ts` | the parts of a document and its lines, as arbitraries that shrink independently |
 * | `destinations.ts`, `windows.ts`, `days.ts` | destinations of sales, their rates, the days on which a law is in force |
 * | `rounding.ts`, `jurisdictions.ts`, `extensions.ts` | these parts of the law, each by itself |
 * | `assemble.ts`, `lines.ts`, `exact.ts`, `shape.ts` | a document from a draft, with exact figures |
 * | `text.ts`, `times.ts`, `starting.ts` | texts, timestamps, and values that shrink to readable ones |
 * | `valid-transaction.ts` | turns drafts into valid documents |
 * | `mutation.ts`, `change.ts` | the type of a fault: where it applies, what it changes, and every issue that it causes |
 * | `../rules/TOPIC/mutations.ts` | the faults that the rules of a topic find |
 * | `mutations/` | all faults: those of the topics (a generated list), of structure, of earlier stages |
 * | `invalid-transaction.ts` | turns valid documents and a fault into invalid documents with their issues |
 * | `webhook-*.ts` | deliveries, genuine and forged |
 *
 * To add a fault, add a row to `src/rules/TOPIC/mutations.ts`: its rule, where it applies under a law (`places`),
 * and what it changes and causes (`make`). `npm run generate` finds a new topic. Tests then check it under every law.
 */
export { validTransaction } from './valid-transaction.js';
export { invalidTransaction } from './invalid-transaction.js';
export type { InvalidTransaction, InvalidTransactionOptions } from './invalid-transaction.js';
export type { DateRange, OneOrMore, Sale, TransactionOptions } from './options.js';
export { webhookExchange } from './webhook-exchange.js';
export type { WebhookExchange, WebhookExchangeOptions } from './webhook-exchange.js';
export type { WebhookOutcome } from './webhook-variants.js';
export { UsageError, type UsageErrorCode } from '../usage/usage-error.js';
export { mapperProperty, type MapperPropertyOptions } from './mapper-property.js';
