/**
 * Writes src/issues/issue-codes.generated.ts. Codes are defined in the folder of the rules that raise them, in
 * src/complete and src/from/core, and, if several parts raise them, in src/issues/issue-codes.json. The tables are literals:
 * bundlers drop an unused literal, but keep an unused call.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { PackFault } from './check-schemas.js';

/** What code outside the rules needs to know about a code. A code can be of several kinds. */
const KINDS = {
  computed: 'Codes of warnings that point to a bug if a program computed the document.',
  contradiction: 'Codes of figures that contradict each other.',
  form: 'Codes of warnings about the format of a value.',
  sender: 'Codes of warnings that are not about figures, or whose correct value only the sender knows.',
};

type Kind = keyof typeof KINDS;

interface Row {
  readonly meaning: string;
  readonly remedy: string;
  readonly kinds?: readonly Kind[];
}

/** The codes that are raised only there, not by rules or by `validate`. */
const COMPLETION = 'src/complete/codes.json';

type Rows = Readonly<Record<string, Row>>;

const read = (path: string): Rows => JSON.parse(readFileSync(path, 'utf8')) as Rows;

/** The files that define codes, in the order in which codes are documented. */
function codeFiles(): readonly (readonly [path: string, rows: Rows])[] {
  const topics = readdirSync('src/rules').map((topic) => `src/rules/${topic}/codes.json`);
  const ofTopics = topics.filter((path) => existsSync(path)).sort();
  return ['src/issues/issue-codes.json', ...ofTopics, COMPLETION, 'src/from/core/codes.json'].map((path) => [
    path,
    read(path),
  ]);
}

/**
 * The codes of all files.
 *
 * @throws PackFault with the file and the code if two files define a code, or if a key is missing or unknown
 */
export function codesIn(
  files: readonly (readonly [path: string, rows: Rows])[],
): (readonly [code: string, row: Row])[] {
  const known = new Map<string, string>();
  return files.flatMap(([path, rows]) =>
    Object.entries(rows).map(([code, row]) => {
      const fault = faultOf(row) ?? (known.has(code) ? `is also defined in ${known.get(code)!}` : undefined);
      if (fault !== undefined) throw new PackFault(`${path}: ${code} ${fault}`);
      known.set(code, path);
      return [code, row] as const;
    }),
  );
}

const KEYS = ['meaning', 'remedy', 'kinds'];

function faultOf(row: Row): string | undefined {
  for (const key of ['meaning', 'remedy'] as const)
    if (typeof row[key] !== 'string' || row[key] === '') return `has no ${key}`;
  const unknown = Object.keys(row).filter((key) => !KEYS.includes(key));
  if (unknown.length > 0) return `has the unknown key ${unknown.join(', ')}. Valid keys: ${KEYS.join(', ')}`;
  const kinds: unknown = row.kinds ?? [];
  if (!Array.isArray(kinds)) return 'has kinds that are not a list';
  const wrong = kinds.filter((kind) => !Object.hasOwn(KINDS, String(kind)));
  return wrong.length === 0
    ? undefined
    : `has the unknown kind ${wrong.join(', ')}. Valid kinds: ${Object.keys(KINDS).join(', ')}`;
}

/** @param homepage the documentation site's address; empty until the site is published */
export function issueCodes(homepage: string): string {
  const all = codesIn(codeFiles());
  return [
    '// Generated from issue-codes.json and each codes.json in src/ by `npm run generate`. Do not edit.',
    '',
    '/**',
    " * A code of this library. A code may be retired, but its meaning never changes. Codes with a slash are spelled as in the service's",
    " * interface; the library's own codes have none. Third-party packs may raise other codes.",
    ' */',
    `export type IssueCode =\n${all.map(([code]) => `  | '${code}'`).join('\n')};`,
    '',
    '/** Every code, separated by spaces: bundles that do not need the explanations contain only this. */',
    `export const CODES = '${all.map(([code]) => code).join(' ')}';`,
    '',
    '/** The address of the documentation site, without a slash at its end; empty while publisher.json names none. */',
    `export const SITE = '${homepage}';`,
    '',
    '/**',
    ' * Every code that this library raises, with its meaning and remedy. Bundles contain it only where it is used.',
    ' *',
    ' * See docs/codes.md in the repository.',
    ' */',
    'export const ISSUE_CODES: { readonly [Code in IssueCode]: { readonly meaning: string; readonly remedy: string } } = {',
    ...all.map(([code, { meaning, remedy }]) => `  '${code}': ${JSON.stringify({ meaning, remedy })},`),
    '};',
    '',
    '/** Codes that only `receipt-rule-packs/complete` raises. */',
    `export const COMPLETION_CODES = ${JSON.stringify(Object.keys(read(COMPLETION)))} as const;`,
    ...Object.entries(KINDS).flatMap(([kind, text]) => kindSet(kind as Kind, text, all)),
    '',
  ].join('\n');
}

function kindSet(kind: Kind, text: string, all: ReturnType<typeof codesIn>): string[] {
  const codes = all.filter(([, row]) => row.kinds?.includes(kind)).map(([code]) => code);
  const name = `${kind.toUpperCase()}_CODES`;
  return ['', `/** ${text} */`, `export const ${name}: readonly string[] = ${JSON.stringify(codes)};`];
}
