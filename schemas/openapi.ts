import service from './openapi.source.json' with { type: 'json' };
import { schemas } from './json-schemas.js';
import { oneFile } from './one-file.js';

/**
 * The content of `2.1/openapi.json`, built from the schemas: written out, it would take more bytes in a bundle than all
 * of them. CommonJS reads that file instead.
 */
export default /* @__PURE__ */ oneFile(service, schemas);
