/** Reads the example receipts, validates them, and compares verdicts with the recorded ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All receipts of a folder, by name. */
export function readReceipts(folder) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.json'.length), ...JSON.parse(readFileSync(join(folder, file), 'utf8')) }));
}

/** Validates one receipt as its envelope says. */
export function validateReceipt(registry, { transaction, business, options }) {
  return registry.validate(transaction, business, libraryOptions(options));
}

/** JSON cannot hold a function: "itemClass": "category" stands for the line's own category. */
function libraryOptions({ itemClass, ...options } = {}) {
  if (itemClass === undefined) return options;
  if (itemClass !== 'category') throw new Error(`options.itemClass must be category, found ${itemClass}`);
  return { ...options, itemClass: (item) => item.category };
}

/** A validation result in the form in which verdicts are recorded. */
export function verdictOf(result) {
  const warnings = result.warnings.map(fieldAndCode);
  if (result.valid) return { valid: true, warnings };
  return { valid: false, error: result.error.code, issues: result.issues.map(fieldAndCode), warnings };
}

const fieldAndCode = ({ field, code }) => ({ field, code });

/** Every difference between two verdicts as a sentence; none where they are equal. */
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
  return [`${name} are recorded in the order ${before.join(', ')}, but come as ${after.join(', ')}`];
}

const text = ({ field, code }) => `${field || '(document)'} ${code}`;

/** The entries of a list that another lacks, each as often as it lacks it. */
function without(list, other) {
  const left = [...other];
  return list.filter((entry) => {
    const at = left.indexOf(entry);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
