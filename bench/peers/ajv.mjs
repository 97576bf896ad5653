import { Ajv2020 } from 'ajv/dist/2020.js';
import { transactionSchema } from './shared.mjs';

export const does = 'structure, compiled at start';

export function create() {
  const validate = new Ajv2020({ allErrors: true, strict: true, strictRequired: false }).compile(transactionSchema);
  return (document) => validate(document);
}
