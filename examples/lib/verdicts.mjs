/** Reads the example receipts, validates them, and compares the verdicts with the recorded verdicts. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const NOTES = '.notes.jsonc';

/** Reads all receipts below a folder: their notes, and the document as `transaction`. Sorts them by name. */
export function readReceipts(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(NOTES))
    .map((file) => ({
      name: basename(file, NOTES),
      ...readJson(join(folder, file)),
      transaction: readJson(join(folder, file.replace(NOTES, '.json'))),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Validates a receipt with the business and the options from its notes. */
export function validateReceipt(registry, { transaction, business, options }) {
  return registry.validate(transaction, business, libraryOptions(transaction, options));
}

/** Converts recorded options. In JSON, `productTaxClass` is not a function but an object: classes by line index. */
function libraryOptions({ items }, { productTaxClass, ...options } = {}) {
  return productTaxClass === undefined
    ? options
    : { ...options, productTaxClass: (item) => productTaxClass[items.indexOf(item)] };
}

/** Converts a validation result to the format of recorded verdicts. */
export function verdictOf(result) {
  const warnings = result.warnings.map(fieldAndCode);
  if (result.valid) return { valid: true, warnings };
  return { valid: false, error: result.error.code, issues: result.issues.map(fieldAndCode), warnings };
}

const fieldAndCode = ({ field, code }) => ({ field, code });

/** Describes each difference between two verdicts in a sentence. */
export function differences(recorded, found) {
  return [
    ...differingValue('valid', recorded.valid, found.valid),
    ...differingValue('error', recorded.error, found.error),
    ...differingList('issues', recorded.issues, found.issues),
    ...differingList('warnings', recorded.warnings, found.warnings),
  ];
}

function differingValue(name, recorded, found) {
  return recorded === found ? [] : [`${name} is recorded as ${recorded ?? 'absent'}, but is ${found ?? 'absent'}`];
}

function differingList(name, recorded = [], found = []) {
  const before = recorded.map(text);
  const after = found.map(text);
  const changes = [
    ...without(before, after).map((entry) => `${name}: ${entry} is recorded, but was not raised`),
    ...without(after, before).map((entry) => `${name}: ${entry} was raised, but is not recorded`),
  ];
  if (changes.length > 0 || before.join() === after.join()) return changes;
  return [`${name} are recorded in the order ${before.join(', ')}, but were raised in the order ${after.join(', ')}`];
}

const text = ({ field, code }) => `${field || '(document)'} ${code}`;

/** Returns the entries of `list` that are missing from `other`. Takes into account how often an entry occurs. */
function without(list, other) {
  const left = [...other];
  return list.filter((entry) => {
    const at = left.indexOf(entry);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
