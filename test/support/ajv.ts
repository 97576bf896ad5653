import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { schemas } from 'receipt-rule-packs/schemas';

type SchemaName = keyof typeof schemas;

const ajv = addFormats(new Ajv2020({ strict: true, allErrors: false }));
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

/** The validator of a schema by an independent implementation, strict draft 2020-12. */
export function schemaValidator(name: SchemaName): ValidateFunction {
  return ajv.getSchema(schemas[name].$id)!;
}
