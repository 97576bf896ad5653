/** Bundles the server with its dashboard for quick starts: `npm run build:server`. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleServer } from './build/bundle.js';

const folder = fileURLToPath(new URL('../../dist-server', import.meta.url));
rmSync(folder, { recursive: true, force: true });
await bundleServer(folder);
