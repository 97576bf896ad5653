export { validTransaction } from './valid-transaction.js';
export { invalidTransaction } from './invalid-transaction.js';
export type { InvalidTransaction, InvalidTransactionOptions } from './invalid-transaction.js';
export type { DateRange, OneOrMore, Sale, TransactionOptions } from './options.js';
export { webhookExchange } from './webhook-exchange.js';
export type { WebhookExchange, WebhookExchangeOptions } from './webhook-exchange.js';
export type { WebhookOutcome } from './webhook-variants.js';
export { mapperProperty, type MapperPropertyOptions } from './mapper-property.js';
