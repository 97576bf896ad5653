import type { Issue } from '../../src/index.js';
import { schemas } from '../../schemas/index.js';
import { promise } from './target.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const definitions = schemas.transaction.$defs as Readonly<Record<string, Schema>>;

/** Checks the order of issues: by schema field, indices ascending, an object before its fields, then by code. */
export function checkOrder(issues: readonly Issue[]): void {
  for (let i = 1; i < issues.length; i++) {
    const [before, after] = [issues[i - 1]!, issues[i]!];
    promise(compare(before, after) <= 0, `${after.field} ${after.code} comes after ${before.field} ${before.code}`);
  }
}

function compare(a: Issue, b: Issue): number {
  let schema: Schema | undefined = resolve(schemas.transaction as Schema);
  const shared = Math.min(a.path.length, b.path.length);
  for (let i = 0; i < shared; i++) {
    const [x, y] = [a.path[i]!, b.path[i]!];
    if (x !== y) return typeof x === 'number' ? x - Number(y) : compareFields(schema, x, String(y));
    schema = resolve(
      typeof x === 'number'
        ? schema?.items
        : Object.hasOwn(schema?.properties ?? {}, x)
          ? schema?.properties?.[x]
          : undefined,
    );
  }
  return a.path.length - b.path.length || (a.code < b.code ? -1 : Number(a.code > b.code));
}

/** Fields that the schema does not have come last; inside `extensions`, the pack decides. */
function compareFields(schema: Schema | undefined, x: string, y: string): number {
  if (schema?.properties === undefined) return 0;
  const order = Object.keys(schema.properties);
  const rank = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  return rank(x) - rank(y);
}

function resolve(schema: Schema | undefined): Schema | undefined {
  return schema?.$ref === undefined ? schema : definitions[schema.$ref.replace('#/$defs/', '')];
}
