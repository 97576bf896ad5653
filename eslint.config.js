import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import * as regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores([
    'dist/',
    'dist-*/',
    // Code that must not compile, and values used only for their types: compilers check both.
    'test-d/',
    'site/pages/',
    'site/.vitepress/cache/',
    'coverage/',
    '.cache/',
    '.data/',
    '.stryker/',
    '**/*.generated.ts',
  ]),
  js.configs.recommended,
  regexp.configs['flat/recommended'],
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
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
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // With noUncheckedIndexedAccess, `list[i]!` marks an index that is known to be valid.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // Callers without TypeScript, and documents from outside, may not have the declared types. Checks that look
      // unnecessary are therefore needed.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // An async function without await turns an exception into a rejection.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      // `[...text]` gives a text's code points.
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // Also runs in browsers, Deno and workers: no Node globals, no code from strings.
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
    // Only the server has SQL statements: the pages call the server's functions.
    files: ['examples/dashboard/src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='query']",
          message: "The dashboard has no SQL: add a function to the server's src/read-model/.",
        },
        {
          selector: ':matches(Literal, TemplateElement)[value=/SELECT |INSERT INTO|DELETE FROM/]',
          message: "The dashboard has no SQL: add a function to the server's src/read-model/.",
        },
      ],
    },
  },
  {
    // Tests pass wrong values on purpose, and detach methods from their objects.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // TypeScript finds undefined names in .ts files; this rule covers the other files, which run in Node.
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: nodeGlobals() },
  },
);

function nodeGlobals() {
  const names = Object.getOwnPropertyNames(globalThis).concat('module', 'require', '__dirname', '__filename');
  return Object.fromEntries(names.map((name) => [name, 'readonly']));
}
