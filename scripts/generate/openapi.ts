import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import type { OpenApiDocument } from '../../schemas/index.js';
import { schemas } from '../../schemas/json-schemas.js';
import { oneFile } from '../../schemas/one-file.js';

const PATH = 'schemas/2.1/openapi.json';

/** schemas/2.1/openapi.json: schemas/openapi.source.json and the JSON Schemas in one file. */
export async function openapi(): Promise<Record<string, string>> {
  const source = JSON.parse(readFileSync('schemas/openapi.source.json', 'utf8')) as OpenApiDocument;
  const text = JSON.stringify(oneFile(source, schemas));
  const { code } = await format(PATH, text, { printWidth: 120, objectWrap: 'collapse' });
  return { [PATH]: code };
}
