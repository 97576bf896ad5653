import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { schemas } from 'receipt-rule-packs/schemas';

type SchemaName = keyof typeof schemas;

/** An instance without schemas, for those that a registry makes. */
export const ajvOf = (): Ajv2020 => addFormats(new Ajv2020({ strict: true, allErrors: false }));

const ajv = ajvOf();
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

/** The validator of a schema by an independent implementation, strict draft 2020-12. */
export function schemaValidator(name: SchemaName): ValidateFunction {
  return ajv.getSchema(schemas[name].$id)!;
}
