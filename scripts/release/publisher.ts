import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The fields of `publisher.json`, which the package's publisher fills in: addresses that begin with `https://` and end
 * without a slash. All fields are empty until the package is published.
 */
export interface Publisher {
  /** The Git repository. */
  readonly repository: string;
  /** The address of the documentation site. */
  readonly homepage: string;
  /** Where to report faults. */
  readonly bugs: string;
}

const FIELDS = ['repository', 'homepage', 'bugs'] as const;

/** @throws Error with the field that is missing, unknown or not an address */
export function readPublisher(root = process.cwd()): Publisher {
  return parsePublisher(JSON.parse(readFileSync(join(root, 'publisher.json'), 'utf8')));
}

/** @throws Error with the field that is missing, unknown or not an address */
export function parsePublisher(value: unknown): Publisher {
  if (typeof value !== 'object' || value === null) throw new Error('publisher.json must be an object');
  for (const name of Object.keys(value))
    if (!FIELDS.some((field) => field === name)) throw new Error(`publisher.json has an unknown field: ${name}`);
  const fields = value as Record<string, unknown>;
  for (const name of FIELDS) {
    const address = fields[name];
    if (address === '') continue;
    if (typeof address !== 'string' || !/^https:\/\/[^/\s]\S*[^/\s]$/.test(address) || !URL.canParse(address))
      throw new Error(
        `publisher.json: ${name} must be "" or an address like https://example.com/path, but is ${JSON.stringify(address)}`,
      );
  }
  return value as Publisher;
}

/** The fields to fill in before a release. */
export function emptyFields(publisher: Publisher): string[] {
  return FIELDS.filter((name) => publisher[name] === '');
}
