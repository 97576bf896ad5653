import service from './openapi.source.json' with { type: 'json' };
import { schemas } from './json-schemas.js';
import { oneFile } from './one-file.js';

/**
 * The content of `2.1/openapi.json`, built from the schemas: in a bundle, the written-out file would take more bytes
 * than all of them. CommonJS reads the file instead.
 */
export default /* @__PURE__ */ oneFile(service, schemas);
