import js from '@eslint/js';
import * as regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Rules that Oxlint has only under ESLint's own name. */
const CORE = new Set([
  'no-array-constructor',
  'no-empty-function',
  'no-unused-expressions',
  'no-unused-vars',
  'no-useless-constructor',
]);
/** Rules that Oxlint does not have. In modules, the first two are syntax errors. */
const ABSENT = new Set(['no-dupe-args', 'no-octal', 'no-unsafe-class-instance-assignment']);

/** The rules that a preset for ESLint turns on, under Oxlint's names. */
function rulesOf(...presets) {
  return Object.fromEntries(
    presets
      .flatMap(({ rules }) => Object.entries(rules ?? {}))
      .filter(([, level]) => level !== 'off' && level !== 0)
      .map(([name, level]) => [name.replace('@typescript-eslint/', ''), name, level])
      .filter(([short]) => !ABSENT.has(short))
      .map(([short, name, level]) => [short === name || CORE.has(short) ? short : `typescript/${short}`, level]),
  );
}

/** ESLint's presets, run by Oxlint, which takes a seventh of ESLint's processor time. */
export default {
  plugins: ['typescript'],
  jsPlugins: ['eslint-plugin-regexp', './examples/dashboard/no-sql.js'],
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    'dist',
    'dist-*',
    // What must not compile, and values that are only types: compilers check it.
    'test-d',
    'site/pages',
    'site/.vitepress/cache',
    'coverage',
    '.cache',
    '.data',
    '.stryker',
    '**/*.generated.ts',
  ],
  rules: {
    ...rulesOf(js.configs.recommended, regexp.configs['flat/recommended']),
    eqeqeq: 'error',
    'no-console': 'error',
    'object-shorthand': 'error',
    // Text that came over the wire must not cost quadratic time; super-linear backtracking is refused already.
    'regexp/no-super-linear-move': 'error',
    // Matters of taste: [0-9], [A-Fa-f], !-~ and \x1f say what is meant.
    'no-control-regex': 'off',
    'regexp/no-obscure-range': 'off',
    'regexp/prefer-d': 'off',
    'regexp/use-ignore-case': 'off',
  },
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...rulesOf(...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked),
        // TypeScript finds undefined names.
        'no-undef': 'off',
        // `list[i]!` is how noUncheckedIndexedAccess is answered where the index is known to be good.
        'typescript/no-non-null-assertion': 'off',
        'typescript/non-nullable-type-assertion-style': 'off',
        // Callers without TypeScript, and documents from outside, may not have the declared types. So checks that look
        // needless are needed.
        'typescript/no-unnecessary-condition': 'off',
        // An async function without await turns an exception into a rejection.
        'typescript/require-await': 'off',
        'typescript/consistent-type-definitions': 'off',
        // `[...text]` gives the code points of a text.
        'typescript/no-misused-spread': 'off',
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        'typescript/restrict-plus-operands': ['error', { allowNumberAndString: true }],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      },
    },
    {
      // Shipped to browsers, Deno and workers too: no globals of Node, no code made from strings.
      files: ['src/**/*.ts', 'packs/**/*.ts', 'schemas/**/*.ts'],
      rules: {
        'no-eval': 'error',
        'no-restricted-globals': ['error', 'process', 'Buffer', 'global', 'require', 'setImmediate', 'clearImmediate'],
      },
    },
    {
      // For Node only. Importing node:process opens the standard streams, so the global is used.
      files: ['src/client/node/**/*.ts'],
      rules: { 'no-restricted-globals': 'off' },
    },
    {
      files: ['cli/**', 'scripts/**', 'bench/**', 'examples/**', 'test/**'],
      rules: { 'no-console': 'off' },
    },
    {
      // The statements are the server's: the pages call its functions.
      files: ['examples/dashboard/src/**/*.ts'],
      rules: { 'project/no-sql': 'error' },
    },
    {
      // Tests pass wrong values on purpose, and take methods from their objects.
      files: ['test/**/*.ts'],
      rules: { 'typescript/prefer-promise-reject-errors': 'off', 'typescript/unbound-method': 'off' },
    },
    {
      // TypeScript finds undefined names in .ts; this is for the rest, which runs in Node.
      files: ['**/*.{js,mjs,cjs}'],
      env: { node: true, builtin: true },
    },
    {
      // These run in the browser.
      files: ['site/.vitepress/theme/*.mjs', 'examples/dashboard/test/inspect-page.mjs'],
      env: { browser: true },
    },
  ],
};
