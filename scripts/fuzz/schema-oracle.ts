import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Issue, ValidationResult } from '../../src/index.js';
import { schemas } from '../../schemas/index.js';
import { promise } from './target.js';

let validate: ValidateFunction | undefined;

/** Compares the result for a parsed document with the verdict of another implementation of JSON Schema. */
export function checkAgainstSchema(document: unknown, result: ValidationResult): void {
  validate ??= new Ajv2020({ allErrors: true, strict: false }).compile(schemas.transaction);
  const sound = validate(document);
  if (result.valid) promise(sound, `valid against the schema: ${JSON.stringify(validate.errors?.[0])}`);
  if (result.valid || typeof document !== 'object' || document === null || Array.isArray(document)) return;

  const errors = validate.errors ?? [];
  const unknown = places(errors.filter(({ keyword }) => keyword === 'additionalProperties'));
  const refused = result.error.code === 'invalid_json' ? paths(result.issues) : [];
  promise(
    unknown.join() === refused.join(),
    `fields that clients may not send: ${refused.join()}; according to the schema: ${unknown.join()}`,
  );
  if (result.error.code !== 'validation_failed' || result.issues[0]?.code === 'unsupported_country') return;

  const reported = new Set(paths(result.issues));
  const silent = places(errors).filter((place) => !reported.has(place));
  promise(silent.length === 0, `no issue at ${silent.join()}, where the schema reports an error`);

  const { metadata, extensions } = document as Record<string, unknown>;
  checkDepth(['metadata'], metadata, 200, result.issues);
  if (typeof extensions !== 'object' || extensions === null || Array.isArray(extensions)) return;
  // A namespace's nesting levels are counted from `extensions`.
  for (const [name, value] of Object.entries(extensions)) checkDepth(['extensions', name], value, 199, result.issues);
}

/**
 * Checks that a value is refused if and only if it is nested too deep. Also compares the code, because rules raise
 * other codes at a namespace.
 */
function checkDepth(path: readonly string[], value: unknown, most: number, issues: readonly Issue[]): void {
  const levels = levelsOf(value);
  const refused = issues.some((issue) => issue.path.join() === path.join() && issue.code === 'out_of_range');
  promise(refused === levels > most, `${path.join('.')} with ${levels} levels was ${refused ? 'refused' : 'accepted'}`);
}

/**
 * The nesting depth of a parsed value: 0 for a value that is not an object. Objects with a number that JSON cannot
 * express count as too deep.
 */
function levelsOf(value: unknown): number {
  if (value === Infinity || value === -Infinity) return Infinity;
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

const paths = (issues: readonly Issue[]) => [...new Set(issues.map(({ path }) => JSON.stringify(path)))].sort();

/** The paths of the errors, in the format of `paths`. */
function places(errors: readonly ErrorObject[]): string[] {
  return [...new Set(errors.map((error) => JSON.stringify(placeOf(error))))].sort();
}

function placeOf({ instancePath, params }: ErrorObject): (string | number)[] {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
  const last = missingProperty ?? additionalProperty;
  return last === undefined ? path : [...path, last];
}
