import { transaction } from 'receipt-rule-packs/schemas';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const root = transaction as unknown as Schema & { $defs: Record<string, Schema> };
const EXTENSION_FIELDS = ['se', 'controlUnitId', 'controlCode', 'sequenceNumber'];
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : root.$defs[schema.$ref.split('/').at(-1)!]!;

/** The position of each step of a path among its siblings in transaction.json; unknown steps come last. */
function ranks(path: readonly (string | number)[]): number[] {
  let schema: Schema | undefined = root;
  return path.map((step) => {
    if (typeof step === 'number') {
      schema = schema?.items && resolved(schema.items);
      return step;
    }
    if (schema?.properties === undefined) return EXTENSION_FIELDS.indexOf(step);
    const rank = Object.keys(schema.properties).indexOf(step);
    schema = rank < 0 ? undefined : resolved(schema.properties[step]!);
    return rank < 0 ? Infinity : rank;
  });
}

interface Sorted {
  readonly path: readonly (string | number)[];
  readonly code: string;
}

/** Compares by schema field order, then array index, then code; an object comes before its contents. */
export function inSchemaOrder(a: Sorted, b: Sorted): number {
  const [left, right] = [ranks(a.path), ranks(b.path)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    if (left[i] !== right[i]) return left[i]! < right[i]! ? -1 : 1;
  }
  if (left.length !== right.length) return left.length - right.length;
  return a.code === b.code ? 0 : a.code < b.code ? -1 : 1;
}
