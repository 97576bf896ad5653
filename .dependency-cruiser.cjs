/** The folders of src: each line imports from itself and from those above it. The subpaths beside `complete` are below. */
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
 * Imports go one way: cli → packs → src. Run by `npm run depcruise`.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'No module needs itself. Types may refer to each other: they are gone at run time.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'src-stands-alone',
      comment: 'The library knows neither packs nor who calls it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(packs|schemas|cli|scripts|test|bench|examples)/' },
    },
    {
      name: 'packs-import-src-only',
      comment: 'A pack takes what it shares with others from src/, never from another pack.',
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
      comment: 'Who verifies webhooks or pages lists carries nothing of validation along.',
      severity: 'error',
      from: { path: '^src/(webhook|cursor)/' },
      to: {
        pathNot: ['^src/$1/', '^src/usage/(usage-error|option-tests)\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-stands-alone',
      comment: 'Who sends documents carries nothing of validation along.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: {
        pathNot: '^src/(client|cursor)/|^src/usage/(usage-error|option-tests)\\.ts$',
        dependencyTypesNot: ['type-only', 'core'],
      },
    },
    {
      name: 'drawing-takes-no-rules',
      comment: 'Who draws a receipt carries nothing of validation along, and who validates nothing of the drawing.',
      severity: 'error',
      from: { path: '^src/draw/' },
      to: {
        pathNot: '^src/(draw/|usage/|money/decimal\\.ts$|document/payment-methods\\.ts$|text/|issues/field-path\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'drawing-is-a-leaf',
      comment: 'A failing run of a property shows the receipt.',
      severity: 'error',
      from: { path: '^(src|packs|schemas)/', pathNot: '^src/(draw/|testing/outcome\\.ts$)' },
      to: { path: '^src/draw/' },
    },
    {
      name: 'signing-below-rules',
      comment: 'Rules and packs compare with what is signed. Who signs carries nothing of them along.',
      severity: 'error',
      from: { path: '^src/signing/' },
      to: {
        pathNot:
          '^src/(signing/|usage/(usage-error|option-tests)\\.ts$|money/decimal\\.ts$|document/payment-methods\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    ...LAYERS.map((layer, i) => ({
      name: `layers-${layer[0]}`,
      comment: 'The folders of src stand on each other, in the order of LAYERS.',
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
      comment: 'fast-check must not come in with the library.',
      severity: 'error',
      from: { pathNot: ['^src/testing/', '^test/'] },
      to: { path: '^src/testing/' },
    },
    {
      name: 'faults-share-no-code-with-rules',
      comment:
        'The code that knows the expected issues shares nothing with the rules that find them. Neutral sales are completed, and know none.',
      severity: 'error',
      from: { path: '^src/testing/', pathNot: '^src/testing/neutral-sale\\.ts$' },
      to: { path: '^src/(rules|money)/' },
    },
    {
      name: 'scripts-take-from-tests-what-is-declared',
      comment:
        'Judges, and the reader of cases, which vectors and pages are made of. Nothing else that is only tested with.',
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
        'No Node modules and no packages, so that it runs anywhere; types are written into our own. Files are for Node alone.',
      severity: 'error',
      from: { path: '^(src|packs|schemas)/', pathNot: '^src/(testing|client/node)/' },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'server-takes-the-package-by-name',
      comment: 'The reference server has what anybody has who installs the package.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(src|packs|schemas|cli|scripts|test|bench)/', dependencyTypesNot: ['aliased-tsconfig'] },
    },
    {
      name: 'server-layers',
      comment: 'What is kept and sent knows nothing of how it is asked for.',
      severity: 'error',
      from: {
        path: '^examples/reference-server/src/(database|transactions|events|credentials|businesses|endpoints|delivery|audit|counters|read-model)/',
      },
      to: { path: '^examples/reference-server/src/(http|server|run|main)' },
    },
    {
      name: 'server-without-dashboard',
      comment: 'The server is whole without the pages; they are added to it from outside.',
      severity: 'error',
      from: { path: '^examples/reference-server/' },
      to: { path: '^examples/dashboard/' },
    },
    {
      name: 'dashboard-takes-the-server-by-name',
      comment:
        'The pages have no part in delivery but its schedule, how attempts end, and sending again, and none in starting but what a plugin gets.',
      severity: 'error',
      from: { path: '^examples/dashboard/src/' },
      to: {
        path: '^examples/reference-server/src/(delivery/(?!schedule|redeliver|failures|attempt\\.)|database/(?!database)|metrics|log|fixtures|first-run)',
      },
    },
    {
      name: 'playground-draws-first',
      comment: 'What draws the first paper brings nothing of the rules or the editor along.',
      severity: 'error',
      from: {
        path: '^examples/playground/src/(first|app|verdict|highlight|editor/\\w+|json/(scan|locate|apply))\\.ts$',
      },
      to: { path: '^(src/(index|registry|validate|complete/)|packs/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'embedded-database-by-its-door',
      comment: 'What makes a database of a folder is known to the one module that opens databases.',
      severity: 'error',
      from: {
        path: '^examples/reference-server/src/',
        pathNot: '^examples/reference-server/src/database/(embedded/|open)',
      },
      to: { path: '^examples/reference-server/src/database/embedded/' },
    },
    {
      name: 'database-is-the-ground',
      severity: 'error',
      from: { path: '^examples/reference-server/src/database/' },
      to: { path: '^examples/reference-server/src/(?!database/)' },
    },
    {
      name: 'resolvable',
      comment: 'But for what the build of the playground makes.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^playground:' },
    },
    {
      name: 'no-orphan',
      comment: 'A module that nothing imports is dead, unless it is where something starts.',
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
