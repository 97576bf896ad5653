/**
 * Prints a table of all outcomes, then the failures, and a closing line.
 *
 * @returns whether everything passed
 */
export function report(outcomes, { allowMissing }) {
  const rows = outcomes.map(({ runtime, version, summary, missing }) => [
    runtime.name,
    version ?? '–',
    missing === undefined ? (summary.engine ?? '–') : '–',
    String(summary?.passed ?? 0),
    missing === undefined ? String(summary.failed) : 'missing',
  ]);
  print(table([['runtime', 'version', 'signs with', 'passed', 'failed'], ...rows]));

  for (const { runtime, summary, missing } of outcomes) {
    if (missing !== undefined) print(`\n${runtime.name}: ${missing}`);
    for (const { name, message } of summary?.failures ?? [])
      print(`\n${runtime.name}: ${name}\n  ${message.replaceAll('\n', '\n  ')}`);
  }

  const missing = outcomes.filter((outcome) => outcome.missing !== undefined).length;
  const failed = outcomes.filter(({ summary }) => summary?.failed > 0).length;
  print(`\nRuntimes: ${outcomes.length - failed - missing} passed, ${failed} failed, ${missing} missing`);
  if (missing > 0 && !allowMissing) print('A missing runtime counts as a failure, unless --allow-missing is given.');
  return failed === 0 && (missing === 0 || allowMissing);
}

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
