import errorResponseJson from './2.1/error-response.json' with { type: 'json' };
import listResponseJson from './2.1/list-response.json' with { type: 'json' };
import storedTransactionJson from './2.1/stored-transaction.json' with { type: 'json' };
import transactionJson from './2.1/transaction.json' with { type: 'json' };
import webhookEventJson from './2.1/webhook-event.json' with { type: 'json' };

/** A JSON Schema 2020-12 document. */
export interface JsonSchema {
  readonly $schema: string;
  /** The URI that the other schemas use to refer to this one. */
  readonly $id: string;
  readonly title: string;
  readonly description: string;
  readonly [keyword: string]: unknown;
}

/** A transaction as clients may write it. */
export const transaction: JsonSchema = transactionJson;

/** A transaction as the service stores, returns and lists it. */
export const storedTransaction: JsonSchema = storedTransactionJson;

/** The envelope of a webhook event. */
export const webhookEvent: JsonSchema = webhookEventJson;

/** One page of the list of transactions. */
export const listResponse: JsonSchema = listResponseJson;

/** The body of an error response. */
export const errorResponse: JsonSchema = errorResponseJson;

/** The JSON Schemas (2020-12) of schema 2.1 by file name. The schemas refer to each other by relative `$ref`. */
export const schemas = {
  transaction,
  'stored-transaction': storedTransaction,
  'webhook-event': webhookEvent,
  'list-response': listResponse,
  'error-response': errorResponse,
} as const;
