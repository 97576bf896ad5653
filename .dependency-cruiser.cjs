/**
 * The folders of src: the folders on a line import only from that line and the lines above it. The subpaths other than
 * `complete` have separate rules below.
 */
const LAYERS = [
  ['text', 'usage', 'issues', 'calendar', 'geography', 'money'],
  ['document'],
  ['law'],
  ['rule'],
  ['rules'],
  ['engine'],
  ['complete'],
  ['diagnose'],
  ['from'],
];

/**
 * Imports go one way: cli → packs → src. `npm run depcruise` checks these rules.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'No module depends on itself. Types may refer to each other, because they do not exist at run time.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'src-stands-alone',
      comment: 'The library imports neither packs nor anything that calls it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(packs|schemas|cli|scripts|test|bench|examples)/' },
    },
    {
      name: 'packs-import-src-only',
      comment: 'A pack imports shared code from src/, never from another pack.',
      severity: 'error',
      from: { path: '^packs/([^/]+)/' },
      to: { pathNot: ['^src/', '^packs/$1/'] },
    },
    {
      name: 'pack-index-imports-packs-only',
      severity: 'error',
      from: { path: '^packs/index\\.ts$' },
      to: { pathNot: ['^packs/[^/]+/index\\.ts$', '^src/rule/types\\.ts$'] },
    },
    {
      name: 'schemas-stand-alone',
      severity: 'error',
      from: { path: '^schemas/' },
      to: { pathNot: ['^schemas/', '^src/usage/usage-error\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'cli-imports-what-is-shipped',
      severity: 'error',
      from: { path: '^cli/' },
      to: { pathNot: ['^cli/', '^src/', '^packs/', '^schemas/', '^package\\.json$'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'webhook-and-cursor-stand-alone',
      comment: 'A bundle that only verifies webhooks or pages lists contains no validation.',
      severity: 'error',
      from: { path: '^src/(webhook|cursor)/' },
      to: {
        pathNot: ['^src/$1/', '^src/usage/(usage-error|option-tests)\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-stands-alone',
      comment: 'A bundle that only sends documents contains no validation.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: {
        pathNot: '^src/(client|cursor)/|^src/usage/(usage-error|option-tests)\\.ts$',
        dependencyTypesNot: ['type-only', 'core'],
      },
    },
    {
      name: 'drawing-takes-no-rules',
      comment:
        'A bundle that only draws receipts contains no validation, and one that only validates contains no drawing.',
      severity: 'error',
      from: { path: '^src/draw/' },
      to: {
        pathNot:
          '^src/(draw/|usage/|money/decimal\\.ts$|document/(payment-methods|oss-scheme)\\.ts$|text/|issues/field-path\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'drawing-is-a-leaf',
      comment: 'A failing property shows the receipt.',
      severity: 'error',
      from: { path: '^(src|packs|schemas)/', pathNot: '^src/(draw/|testing/outcome\\.ts$)' },
      to: { path: '^src/draw/' },
    },
    {
      name: 'signing-below-rules',
      comment:
        'Rules and packs compare documents with signed texts. A bundle that only builds such texts contains neither.',
      severity: 'error',
      from: { path: '^src/signing/' },
      to: {
        pathNot:
          '^src/(signing/|usage/(usage-error|option-tests)\\.ts$|money/decimal\\.ts$|document/(payment-methods|types\\.generated|written-types)\\.ts$)',
      },
    },
    ...LAYERS.map((layer, i) => ({
      name: `layers-${layer[0]}`,
      comment: 'The folders of src are layers, in the order of LAYERS.',
      severity: 'error',
      from: { path: `^src/(${layer.join('|')})/` },
      to: {
        path: '^src/',
        pathNot: `^src/(${LAYERS.slice(0, i + 1)
          .flat()
          .join('|')})/`,
      },
    })),
    {
      name: 'index-alone-at-the-root',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+\\.ts$', pathNot: '^src/index\\.ts$' },
    },
    {
      name: 'testing-is-a-leaf',
      comment: 'The library must not import fast-check.',
      severity: 'error',
      from: { pathNot: ['^src/testing/', '^test/'] },
      to: { path: '^src/testing/' },
    },
    {
      name: 'faults-share-no-code-with-rules',
      comment:
        'The code that predicts issues shares nothing with the rules that find them. Neutral sales may use `complete`, because they predict no issues.',
      severity: 'error',
      from: { path: '^src/testing/', pathNot: '^src/testing/neutral-sale\\.ts$' },
      to: { path: '^src/(rules|money)/' },
    },
    {
      name: 'scripts-take-from-tests-what-is-declared',
      comment:
        'Scripts may import the judges, and the case reader that vectors and pages are built with, but no other test code.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: {
        path: '^test/',
        pathNot: [
          '^test/judges/(?:corrections/)?judging\\.ts$',
          '^test/packs/judge\\.ts$',
          '^test/support/(case-lines|cases|changes|document-of|observed|shared-cases|test-packs)\\.ts$',
        ],
      },
    },
    {
      name: 'library-needs-nothing',
      comment:
        'The library imports no Node modules and no packages, so that it runs anywhere; it may import their types, which the build copies into our declarations. Only the Node subpath reads files.',
      severity: 'error',
      from: { path: '^(src|packs|schemas)/', pathNot: '^src/(testing|client/node)/' },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'server-takes-the-package-by-name',
      comment: 'The reference server imports only what anyone who installs the package can import.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(src|packs|schemas|cli|scripts|test|bench)/', dependencyTypesNot: ['aliased-tsconfig'] },
    },
    {
      name: 'server-layers',
      comment: 'Storage and delivery do not depend on HTTP.',
      severity: 'error',
      from: {
        path: '^examples/reference-server/src/(database|sql|transactions|events|credentials|businesses|endpoints|delivery|audit|counters|read-model)/',
      },
      to: { path: '^examples/reference-server/src/(http|server|run|main)' },
    },
    {
      name: 'server-without-dashboard',
      comment: 'The server works without the pages, which are a plugin.',
      severity: 'error',
      from: { path: '^examples/reference-server/' },
      to: { path: '^examples/dashboard/' },
    },
    {
      name: 'dashboard-takes-the-server-by-name',
      comment:
        'The pages use only the schedule, the outcomes of attempts, and redelivery from the delivery code, and only what a plugin gets from the start-up code.',
      severity: 'error',
      from: { path: '^examples/dashboard/src/' },
      to: {
        path: '^examples/reference-server/src/(delivery/(?!schedule|redeliver|failures|attempt\\.)|database/(?!database)|metrics|log|fixtures|first-run)',
      },
    },
    {
      name: 'playground-draws-first',
      comment: 'The script that draws the first receipt contains neither rules nor the editor.',
      severity: 'error',
      from: {
        path: '^examples/playground/src/(first|app|verdict|highlight|editor/\\w+|json/(scan|locate|apply))\\.ts$',
      },
      to: { path: '^(src/(index|registry|validate|complete/)|packs/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'embedded-database-by-its-door',
      comment: 'Only the module that opens databases imports the embedded database.',
      severity: 'error',
      from: {
        path: '^examples/reference-server/src/',
        pathNot: '^examples/reference-server/src/database/(embedded/|open)',
      },
      to: { path: '^examples/reference-server/src/database/embedded/' },
    },
    {
      name: 'database-is-the-ground',
      comment: 'Connections, migrations and statements know nothing of what uses them.',
      severity: 'error',
      from: { path: '^examples/reference-server/src/(database|sql)/' },
      to: { path: '^examples/reference-server/src/(?!(database|sql)/)' },
    },
    {
      name: 'statements-by-database',
      comment: 'Other modules take the statements of PostgreSQL or Citus from the open database, as `database.sql`.',
      severity: 'error',
      from: {
        path: '^examples/(reference-server|dashboard)/src/',
        pathNot: '^examples/reference-server/src/(database|sql)/',
      },
      to: { path: '^examples/reference-server/src/sql/(postgres|citus)' },
    },
    {
      name: 'resolvable',
      comment: "Every import leads to a file, except imports of files that the playground's build creates.",
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^playground:' },
    },
    {
      name: 'no-orphan',
      comment: 'A module that nothing imports is dead code, unless it is an entry point.',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.m?ts$', '^packs/index\\.ts$'] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
