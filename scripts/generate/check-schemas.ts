import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';

const NAMES = ['transaction', 'stored-transaction', 'webhook-event', 'list-response', 'error-response'];

/**
 * Compiles every schema in ajv's strict mode, so that nothing is generated from a schema that does not hold.
 *
 * @throws Error for an unknown keyword, a reference that leads nowhere, or a schema that is no JSON Schema 2020-12
 */
export function checkSchemas(): void {
  const ajv = addFormats(new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }));
  const schemas = NAMES.map((name) => JSON.parse(readFileSync(`schemas/2.1/${name}.json`, 'utf8')) as { $id: string });
  ajv.addSchema(schemas);
  for (const { $id } of schemas) ajv.getSchema($id);
}
