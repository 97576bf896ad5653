import transactionJson from './2.1/transaction.json' with { type: 'json' };
import type { RulePack } from '../src/rule/types.js';
import { checkArgument } from '../src/usage/usage-error.js';
import type { JsonSchema } from './json-schemas.js';
import oneDocument from './openapi.js';

export { UsageError, type UsageErrorCode } from '../src/usage/usage-error.js';
export * from './json-schemas.js';

/**
 * `transaction` with the values of `tax.scheme` that a registry accepts: those of schema 2.1, followed by those that
 * its packs declare. The rest, including `$id`, is the same.
 *
 * @throws UsageError for a value that is not a registry
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

/** The parts of an OpenAPI 3.1 document that this type describes. */
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

/** One operation, or one webhook, in an OpenAPI document. */
export interface OpenApiOperation {
  readonly operationId: string;
  /** Status, `2XX` or `default` → response, or a reference to one. */
  readonly responses: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/**
 * The service and its webhooks as an OpenAPI 3.1 document that refers to no other file: every schema is in
 * `components.schemas`. `Transaction` and `StoredTransaction` are a `oneOf` with one schema for each `type`, which
 * allows no unknown fields.
 */
export const openapi: OpenApiDocument = oneDocument;
