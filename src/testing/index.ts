/**
 * The property testing kit: generates documents from a pack's law, valid or with one known fault. Everything is derived
 * from `pack.law`; nothing here depends on a country or runs a rule.
 *
 * | part | what it does |
 * |---|---|
 * | `options.ts`, `option-shapes.ts` | the callers' options and their checks |
 * | `draft.ts`, `line-draft.ts` | the parts of a document and of its lines, as arbitraries that shrink independently |
 * | `destinations.ts`, `days.ts` | destinations of sales, their rates, and days in force |
 * | `rounding.ts`, `jurisdictions.ts`, `extensions.ts` | the part of the law that the file name states |
 * | `assemble.ts`, `lines.ts`, `exact.ts` | builds a document from a draft, with exact figures |
 * | `text.ts`, `times.ts`, `starting.ts` | texts, timestamps, and values that shrink to readable ones |
 * | `valid-transaction.ts` | turns drafts into valid documents |
 * | `mutation.ts` | changes, and the type of a fault: where it applies, what it changes, and which issues it causes |
 * | `../rules/TOPIC/mutations.ts` | the faults that a topic's rules find |
 * | `mutations/` | all faults: the topics' (a generated list), structural ones, and those of earlier stages |
 * | `invalid-transaction.ts` | turns a valid document and a fault into an invalid document with its issues |
 * | `neutral-sale.ts`, `neutral-options.ts` | platform-neutral sales, each with the document expected for it |
 * | `mapper-property.ts`, `correction-property.ts` | a mapper's properties: valid, equal, sensitive |
 * | `sensitivity.ts`, `nudges.ts` | small changes to every value of an input |
 * | `outcome.ts`, `differences.ts` | checks what a mapper returned, and reports the errors |
 * | `webhook-*.ts` | genuine and forged deliveries |
 *
 * To add a fault, add a row to `src/rules/TOPIC/mutations.ts`: its rule, where it applies under a law (`places`),
 * and what it changes and causes (`make`). `npm run generate` picks up new topics. Tests check faults under every law.
 */
export { validTransaction } from './valid-transaction.js';
export { invalidTransaction } from './invalid-transaction.js';
export type { InvalidTransaction, InvalidTransactionOptions } from './invalid-transaction.js';
export type { DateRange, OneOrMore, Sale, TransactionOptions } from './options.js';
export { webhookExchange } from './webhook-exchange.js';
export type { WebhookExchange, WebhookExchangeOptions } from './webhook-exchange.js';
export type { WebhookOutcome } from './webhook-variants.js';
export { UsageError, type UsageErrorCode } from '../usage/usage-error.js';
export {
  correctionProperty,
  type CorrectionPlan,
  type CorrectionTest,
  type NeutralReturn,
  type SoldBefore,
} from './correction-property.js';
export { mapperProperty, type MapperPropertyOptions, type MapperTest } from './mapper-property.js';
export type { NeutralLine, NeutralSale, NeutralSaleOptions } from './neutral-sale.js';
export { sensitivity, type SensitivityOptions } from './sensitivity.js';
