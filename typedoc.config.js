import { Converter, OptionDefaults, ReflectionKind } from 'typedoc';

/**
 * The documentation site's API reference, with a page for every import path. Warnings are errors, so that everything
 * that users import is documented.
 *
 * @type {Partial<import('typedoc').TypeDocOptions>}
 */
export default {
  name: 'receipt-rule-packs',
  // With the tests included, typedoc would check their types too, which takes three times as long.
  tsconfig: 'tsconfig.package.json',
  entryPoints: [
    'src/index.ts',
    'src/*/index.ts',
    'src/from/*/index.ts',
    'src/testing/service/index.ts',
    'src/client/node/index.ts',
    'packs/index.ts',
    'packs/*/index.ts',
    'schemas/index.ts',
  ],
  readme: 'none',
  // Markdown of typedoc-plugin-markdown.
  router: 'module',
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  // Links lead to anchors that the plugin writes, because those that it assumes for headings are not the site's.
  useHTMLAnchors: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  tableColumnSettings: { hideSources: true, hideModifiers: true },
  // Readers have the sources, so the pages need no links to a Git host.
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  // The type generator writes these two tags.
  blockTags: [...OptionDefaults.blockTags, '@minItems', '@maxItems'],
  // Documented where they are used, or used by only one exported type.
  intentionallyNotExported: [
    ...['DistributiveOmit', 'DraftOf', 'ErrorSummary', 'NAMES', 'Optional', 'SCHEMES', 'Words'],
    // Types for the parts of payloads that adapters read.
    ...['Amounts', 'Camel', 'Charged', 'Decimal', 'DecimalText', 'InvoiceTax', 'LegacyTax', 'Line', 'List', 'Maybe'],
    ...[
      'Minor',
      'Modifier',
      'MoneySet',
      'Payment',
      'RefundedPart',
      'Return',
      'ServiceCharge',
      'ShippingCost',
      'Tax',
      'TaxLine',
    ],
    ...['TaxBreakdown', 'Tender', 'Text'],
  ],
  validation: { notExported: true, invalidLink: true, rewrittenLink: true, notDocumented: true },
  requiredToBeDocumented: ['Class', 'Interface', 'TypeAlias', 'Enum', 'Function', 'Variable', 'Method'],
  treatWarningsAsErrors: true,
  plugin: ['typedoc-plugin-markdown', nameModules],
};

/** A module has the name that users import. */
function nameModules(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_context, reflection) => {
    if (!reflection.kindOf(ReflectionKind.Module)) return;
    const folder = reflection.name.replace(/^src(?:\/|$)/, '');
    reflection.name = folder === '' ? 'receipt-rule-packs' : `receipt-rule-packs/${folder}`;
  });
}
