import { show } from '../show.js';

/** @throws TypeError for an argument of a wrong type */
export function misuse(name: string, wanted: string, found: unknown): never {
  throw new TypeError(`${name} must be ${wanted}, found ${show(found)}`);
}
