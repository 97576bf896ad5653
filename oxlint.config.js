import js from '@eslint/js';
import * as regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Rules for which Oxlint has only ESLint's name. */
const CORE = new Set([
  'no-array-constructor',
  'no-empty-function',
  'no-unused-expressions',
  'no-unused-vars',
  'no-useless-constructor',
]);
/** Rules that Oxlint does not have. In modules, the first two are syntax errors. */
const ABSENT = new Set(['no-dupe-args', 'no-octal', 'no-unsafe-class-instance-assignment']);

/** The rules that an ESLint preset enables, under Oxlint's names. */
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

/** ESLint's presets, run by Oxlint, which uses a seventh of the CPU time that ESLint does. */
export default {
  plugins: ['typescript'],
  jsPlugins: ['eslint-plugin-regexp', './examples/dashboard/no-sql.js'],
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    'dist',
    'dist-*',
    // Code that must not compile, and values used only for their types: compilers check both.
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
    // Text from outside must not take quadratic time; another rule already rejects super-linear backtracking.
    'regexp/no-super-linear-move': 'error',
    // Matters of taste: [0-9], [A-Fa-f], !-~ and \x1f say what they match.
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
        // With noUncheckedIndexedAccess, `list[i]!` marks an index that is known to be valid.
        'typescript/no-non-null-assertion': 'off',
        'typescript/non-nullable-type-assertion-style': 'off',
        // Callers without TypeScript, and documents from outside, may not have the declared types. Checks that look
        // unnecessary are therefore needed.
        'typescript/no-unnecessary-condition': 'off',
        // An async function without await turns an exception into a rejection.
        'typescript/require-await': 'off',
        'typescript/consistent-type-definitions': 'off',
        // `[...text]` gives a text's code points.
        'typescript/no-misused-spread': 'off',
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        'typescript/restrict-plus-operands': ['error', { allowNumberAndString: true }],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      },
    },
    {
      // Code that also runs in browsers, Deno and workers: no Node globals, and no `eval`.
      files: ['src/**/*.ts', 'packs/**/*.ts', 'schemas/**/*.ts'],
      rules: {
        'no-eval': 'error',
        'no-restricted-globals': ['error', 'process', 'Buffer', 'global', 'require', 'setImmediate', 'clearImmediate'],
      },
    },
    {
      // For Node only. Importing node:process opens the standard streams, so this code uses the global.
      files: ['src/client/node/**/*.ts'],
      rules: { 'no-restricted-globals': 'off' },
    },
    {
      files: ['cli/**', 'scripts/**', 'bench/**', 'examples/**', 'test/**'],
      rules: { 'no-console': 'off' },
    },
    {
      // Only the server contains SQL: the pages call its functions.
      files: ['examples/dashboard/src/**/*.ts'],
      rules: { 'project/no-sql': 'error' },
    },
    {
      // Tests deliberately pass wrong values, and detach methods from their objects.
      files: ['test/**/*.ts'],
      rules: { 'typescript/prefer-promise-reject-errors': 'off', 'typescript/unbound-method': 'off' },
    },
    {
      // TypeScript finds undefined names in .ts files; this rule covers the other files, which run in Node.
      files: ['**/*.{js,mjs,cjs}'],
      env: { node: true, builtin: true },
    },
    {
      // These files run in the browser.
      files: ['site/.vitepress/theme/*.mjs', 'examples/dashboard/test/inspect-page.mjs'],
      env: { browser: true },
    },
  ],
};
