import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown if a runtime is not available on this machine. */
export class NotAvailable extends Error {}

const PLATFORM = `${process.platform}-${process.arch}`;

/**
 * Returns the path of a runtime's executable for this platform.
 *
 * @param files paths below node_modules by platform, such as `linux-x64`
 * @throws NotAvailable
 */
export function installed(files) {
  const file = files[PLATFORM];
  if (file === undefined)
    throw new NotAvailable(`not available here: no package for ${PLATFORM}, only for ${Object.keys(files).join(', ')}`);
  const path = join(import.meta.dirname, 'node_modules', file);
  if (!existsSync(path)) throw new NotAvailable(`not available here: ${file} was not installed`);
  return path;
}
