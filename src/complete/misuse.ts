import { show } from '../show.js';

/** @throws TypeError for an argument that is not what it must be */
export function misuse(name: string, wanted: string, found: unknown): never {
  throw new TypeError(`${name} must be ${wanted}, found ${show(found)}`);
}
