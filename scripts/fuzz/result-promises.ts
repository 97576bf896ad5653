import { fieldPath, toErrorResponse, type Issue, type ValidationResult, explain } from '../../src/index.js';
import { checkOrder } from './issue-order.js';
import { registry } from './receipts.js';
import { promise } from './target.js';

const isWellFormed = (text: string) => Buffer.from(text).toString() === text;

/** Checks what every result promises, for any input. */
export function checkResult(result: ValidationResult, maxIssues = Infinity): void {
  result.issues.forEach((issue) => checkIssue(issue, 'error'));
  result.warnings.forEach((issue) => checkIssue(issue, 'warning'));
  checkOrder(result.issues);
  checkOrder(result.warnings);
  const seen = [...result.issues, ...result.warnings].map(({ field, code, message }) =>
    JSON.stringify([field, code, message]),
  );
  promise(
    new Set(seen).size === seen.length,
    `the result lists an issue twice: ${seen.find((one, i) => seen.indexOf(one) < i)}`,
  );
  if (result.valid) {
    promise(result.issues.length === 0, 'valid with issues');
    return;
  }
  const { code, message } = result.error;
  const count = result.issues.length;
  promise(count <= maxIssues, `${count} issues, but maxIssues is ${maxIssues}`);
  promise(message !== '' && isWellFormed(message), `message ${message}`);
  const codes = new Set(result.issues.map((issue) => issue.code));
  if (code === 'invalid_json') {
    promise(
      [...codes].every((one) => one === 'unknown_field' || one === 'duplicate_key'),
      `invalid_json with ${[...codes].join()}`,
    );
  } else if (code === 'profile_mismatch') {
    promise(count === 1 && codes.has('profile_mismatch'), `profile_mismatch with ${[...codes].join()}`);
  } else {
    const stated = Number(/^Validation failed with (\d+) issues?\.$/.exec(message)?.[1]);
    promise(Math.min(stated, maxIssues) === count && stated > 0, `${count} issues, but: ${message}`);
    promise(
      !['unknown_field', 'duplicate_key', 'profile_mismatch'].some((one) => codes.has(one)),
      `validation_failed with ${[...codes].join()}`,
    );
  }
  const { status, body } = toErrorResponse(result);
  promise(status === (code === 'invalid_json' ? 400 : 422), `${code} has status ${status}`);
  const wire = JSON.parse(JSON.stringify(body)) as typeof body;
  promise(
    wire.issues.every((issue) => Object.keys(issue).join() === 'field,code,message'),
    'issues in the body have other fields',
  );
}

function checkIssue({ field, path, code, message, severity }: Issue, expected: Issue['severity']): void {
  promise(severity === expected, `${code} of severity ${severity}`);
  promise(field === fieldPath(path), `field ${field}, but path ${JSON.stringify(path)}`);
  promise(explain(registry, code) !== undefined, `explain does not know ${code}`);
  promise(message !== '' && isWellFormed(message) && isWellFormed(field), `message ${message}`);
}
