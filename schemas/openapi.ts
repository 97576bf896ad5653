import service from './openapi.source.json' with { type: 'json' };
import { schemas } from './json-schemas.js';
import { oneFile } from './one-file.js';

/**
 * The content of `2.1/openapi.json`, assembled from the schemas at load time: including the file itself would add more
 * to a bundle than all the schemas together. CommonJS reads the file instead.
 */
export default /* @__PURE__ */ oneFile(service, schemas);
