import errorResponseJson from './2.1/error-response.json' with { type: 'json' };
import listResponseJson from './2.1/list-response.json' with { type: 'json' };
import openapiJson from './2.1/openapi.json' with { type: 'json' };
import storedTransactionJson from './2.1/stored-transaction.json' with { type: 'json' };
import transactionJson from './2.1/transaction.json' with { type: 'json' };
import webhookEventJson from './2.1/webhook-event.json' with { type: 'json' };
import type { RulePack } from '../src/rule/types.js';
import { checkArgument } from '../src/usage/kind.js';

export { UsageError, type UsageErrorCode } from '../src/usage/usage-error.js';

/** A JSON Schema 2020-12 document. */
export interface JsonSchema {
  readonly $schema: string;
  /** URI that the other schemas refer to it by. */
  readonly $id: string;
  readonly title: string;
  readonly description: string;
  readonly [keyword: string]: unknown;
}

/** A transaction as it may be written. */
export const transaction: JsonSchema = transactionJson;

/** A transaction as the service stores, returns and lists it. */
export const storedTransaction: JsonSchema = storedTransactionJson;

/** The envelope of a webhook event. */
export const webhookEvent: JsonSchema = webhookEventJson;

/** One page of the list of transactions. */
export const listResponse: JsonSchema = listResponseJson;

/** The body of an error response. */
export const errorResponse: JsonSchema = errorResponseJson;

/**
 * `transaction` with the values of `tax.scheme` that a registry accepts: those of schema 2.1, and behind them those that
 * its packs declare. The rest, `$id` included, is the same.
 *
 * @throws UsageError for a value that is no registry
 * @example
 * ajv.compile(transactionSchemaOf(createRegistry([chReceipt1])));
 */
export function transactionSchemaOf(registry: { readonly packs: readonly RulePack[] }): JsonSchema {
  const packs: unknown = (registry as { packs?: unknown } | undefined)?.packs;
  checkArgument(Array.isArray(packs), 'registry', 'a registry', registry);
  const { $defs } = transactionJson;
  const { scheme } = $defs.Tax.properties;
  const declared = (packs as RulePack[]).flatMap(({ schemes }) => schemes);
  const properties = {
    ...$defs.Tax.properties,
    scheme: { ...scheme, enum: [...new Set([...scheme.enum, ...declared])] },
  };
  return { ...transactionJson, $defs: { ...$defs, Tax: { ...$defs.Tax, properties } } };
}

/** The JSON Schemas (2020-12) of schema 2.1 by file name. They refer to each other by relative `$ref`. */
export const schemas = {
  transaction,
  'stored-transaction': storedTransaction,
  'webhook-event': webhookEvent,
  'list-response': listResponse,
  'error-response': errorResponse,
} as const;

/** An OpenAPI 3.1 document, as far as it is typed here. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly [field: string]: unknown };
  readonly servers: readonly { readonly url: string; readonly [field: string]: unknown }[];
  /** Path → method in lower case → operation. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  /** Event type → method in lower case → operation. */
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  /** Kind, such as `responses`, → name → what `$ref` refers to. */
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [field: string]: unknown;
}

/** One operation, or one webhook, of an OpenAPI document. */
export interface OpenApiOperation {
  readonly operationId: string;
  /** Status, `2XX` or `default` → response, or a reference to one. */
  readonly responses: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/**
 * The service and its webhooks as an OpenAPI 3.1 document. It refers to the JSON Schemas by file name, such as
 * `transaction.json`, relative to `schemas/2.1/openapi.json`.
 */
export const openapi: OpenApiDocument = openapiJson;
