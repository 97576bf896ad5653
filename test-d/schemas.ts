import { createRegistry, type Registry } from 'receipt-rule-packs';
import { schemas, transactionSchemaOf, UsageError, type JsonSchema } from 'receipt-rule-packs/schemas';
import { holds, type Equal } from './holds.js';

declare const registry: Registry;
const schema = transactionSchemaOf(registry);
holds<Equal<typeof schema, JsonSchema>>();
transactionSchemaOf(createRegistry([]));
// @ts-expect-error the registry, not the schema
transactionSchemaOf(schemas.transaction);
// @ts-expect-error a registry is required
transactionSchemaOf();
// @ts-expect-error schemas are not changed
schemas.transaction = schema;
new UsageError('invalid_argument', 'registry', 'a message').argument.trim();
