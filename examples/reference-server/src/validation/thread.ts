import { parentPort } from 'node:worker_threads';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import type { Request } from './large-validator.js';
import { validateLarge } from './validate-large.js';

const registry = createRegistry(packs);

parentPort!.on('message', (request: Request) => {
  const verdict = validateLarge(registry, request);
  parentPort!.postMessage(
    verdict,
    verdict.kind === 'refused' ? verdict.response.pieces.map(({ buffer }) => buffer) : [],
  );
});
parentPort!.postMessage('ready');
