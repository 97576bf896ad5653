import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { schemas } from 'receipt-rule-packs/schemas';
import transaction from '../../schemas/2.1/transaction.json' with { type: 'json' };

type SchemaName = keyof typeof schemas;

/** An ajv instance without schemas. */
export function ajvOf(): Ajv2020 {
  const made = new Ajv2020({ strict: true, allErrors: false });
  addFormats(made);
  return made;
}

const ajv = ajvOf();
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

/** The validator of a schema from an independent implementation, in strict mode, draft 2020-12. */
export function schemaValidator(name: SchemaName): ValidateFunction {
  return ajv.getSchema(schemas[name].$id)!;
}

/** The validator of transactions under a pack: schema 2.1, with the pack's custom schemes, if any. */
export function validatorFor({ schemes }: { readonly schemes: readonly string[] }): ValidateFunction {
  const own = schemes.filter((one) => !transaction.$defs.Tax.properties.scheme.enum.includes(one));
  if (own.length === 0) return schemaValidator('transaction');
  const widened = structuredClone(transaction);
  widened.$defs.Tax.properties.scheme.enum.push(...own);
  return ajvOf().compile(widened);
}
