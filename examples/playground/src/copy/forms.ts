import type { Judged, NotJson, Setting, Verdict } from '../verdict.js';
import { explain, fieldPath, type Issue } from 'receipt-rule-packs';
import { businessOf, registry } from '../judge.js';

/** Returns a shell command that sends the text unchanged. */
export function asCurl(text: string): string {
  const lines = new Set(text.split('\n'));
  let end = 'RECEIPT';
  while (lines.has(end)) end += '_';
  const body = text.endsWith('\n') ? text : `${text}\n`;
  return [
    `curl -X POST "$BASE_URL/v1/transactions" \\`,
    `  -H "Authorization: Bearer $TOKEN" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  --data-binary @- <<'${end}'`,
    `${body}${end}\n`,
  ].join('\n');
}

/** Returns a test that expects the current verdict on the document. */
export function asTest({ document, result, notes }: Judged, setting: Setting): string {
  const { country, rateWindows, originalDay } = setting;
  const pack = registry.resolve(country)?.id ?? '';
  const name = pack.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const findings = (severity: Issue['severity']) =>
    notes
      .filter(({ issue }) => issue.severity === severity)
      .map(({ issue: { field, code } }) => `${field} ${code}`)
      .sort();
  const options = {
    ...(rateWindows !== 'warn' && { rateWindows }),
    ...(originalDay !== '' && { original: { timestamp: `${originalDay}T12:00:00Z` } }),
  };
  const classes = rateWindows === 'off' ? '' : ', productTaxClass: ({ category }) => category';
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRegistry } from 'receipt-rule-packs';
import { ${name} } from 'receipt-rule-packs/packs/${pack}';

const document = ${literal(document)};

test(${JSON.stringify(result?.valid ? 'the receipt is valid' : 'the receipt is refused')}, () => {
  const business = ${JSON.stringify(businessOf(setting))};
  const options = { ...${JSON.stringify(options)}${classes} };
  const result = createRegistry([${name}]).validate(document, business, options);
  const told = (issues) => issues.map(({ field, code }) => \`\${field} \${code}\`).sort();
  assert.equal(result.valid, ${String(result?.valid)});
  assert.deepEqual(told(result.issues), ${JSON.stringify(findings('error'))});
  assert.deepEqual(told(result.warnings), ${JSON.stringify(findings('warning'))});
});
`;
}

/** Formats JSON as code. A `__proto__` key becomes a computed key, because otherwise it would set the prototype. */
const literal = (document: unknown): string =>
  JSON.stringify(document, null, 2).replace(/^( *)("__proto__"):/gm, '$1[$2]:');

/** Returns the issues as SARIF 2.1.0, for code-scanning tools. */
export function asSarif(text: string, verdict: Verdict): string {
  const results =
    verdict.kind === 'judged'
      ? verdict.notes.map(({ issue, place }) => finding(text, issue, place.range))
      : [broken(text, verdict)];
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))];
  const rules = ids.map((id) => ({ id, shortDescription: { text: explain(registry, id)?.meaning ?? id } }));
  const run = { tool: { driver: { name: 'receipt-rule-packs', rules } }, columnKind: 'utf16CodeUnits', results };
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

function finding(text: string, { code, path, severity, message }: Issue, { from, to }: { from: number; to: number }) {
  const start = placeOf(text, from);
  const end = placeOf(text, to);
  const field = fieldPath(path);
  return {
    ruleId: code,
    level: severity,
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'receipt.json' },
          region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
        },
        // SARIF does not allow an empty name, and issues about the whole document have no field.
        ...(field !== '' && { logicalLocations: [{ fullyQualifiedName: field }] }),
      },
    ],
  };
}

const broken = (text: string, { at, message }: NotJson) =>
  finding(text, { code: 'invalid_json', field: '', path: [], severity: 'error', message }, { from: at, to: at });

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
