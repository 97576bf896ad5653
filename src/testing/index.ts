/**
 * The property-testing module, `receipt-rule-packs/testing`: generates documents from a pack's law, either valid ones
 * or ones made invalid by a known mutation. Everything is derived from `pack.law`; the generators do not depend on the
 * country, and run no rules.
 *
 * | part | what it does |
 * |---|---|
 * | `options.ts`, `option-shapes.ts` | the callers' options, and their validation |
 * | `draft.ts`, `line-draft.ts` | the parts of a document and of its lines, as arbitraries that shrink independently |
 * | `destinations.ts`, `days.ts` | destinations of sales, the rates there, and the days on which they are in force |
 * | `rounding.ts`, `jurisdictions.ts`, `extensions.ts` | the part of the law that the file name states |
 * | `assemble.ts`, `lines.ts`, `exact.ts` | builds a document from a draft, with exact figures |
 * | `text.ts`, `times.ts`, `starting.ts` | strings, timestamps and other values, which shrink to readable ones |
 * | `valid-transaction.ts` | turns drafts into valid documents |
 * | `mutation.ts` | the type of a mutation: which documents it applies to, what it changes, and which issues it causes |
 * | `mutations/TOPIC.ts` | the mutations that a topic's rules find, and the unusual changes about which they warn |
 * | `mutations/structure.ts` | the mutations that the structure check or an earlier stage finds |
 * | `invalid-transaction.ts` | applies a mutation to a valid document, and states the issues that must result |
 * | `neutral-sale.ts`, `neutral-options.ts` | platform-neutral sales, each with the document that a mapper must return for it |
 * | `mapper-property.ts`, `correction-property.ts` | the properties that a mapper must have |
 * | `sensitivity.ts`, `nudges.ts` | small changes to every value of an input |
 * | `outcome.ts`, `differences.ts` | checks what a mapper returned, and reports the errors |
 * | `webhook-*.ts` | genuine and forged deliveries |
 *
 * To add a mutation, add it to `src/testing/mutations/TOPIC.ts`: the rule that finds it, the documents to which it
 * applies under a law (`places`), and what it changes and causes (`make`). `npm run generate` adds new files to the
 * list. Tests check every mutation under every law. In the same way, add a change that only raises a warning to
 * `unusual` in that file, unless it changes figures: such changes are drawn in the modules above.
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
