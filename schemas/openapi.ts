import service from './openapi.source.json' with { type: 'json' };
import { schemas } from './json-schemas.js';
import { oneFile } from './one-file.js';

/**
 * What `2.1/openapi.json` says, made of the schemas: written out, it would take more bytes than all of them in a bundle.
 * CommonJS reads that file instead.
 */
export default /* @__PURE__ */ oneFile(service, schemas);
