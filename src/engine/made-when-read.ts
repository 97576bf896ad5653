import type { Findings } from '../document/findings.js';
import type { Issue } from '../issues/issue.js';

/**
 * Under this key a result answers util.inspect, so that console.log shows issues and not `[Getter]`. The function also
 * holds them: one hidden property costs half of what two cost.
 */
const HELD = Symbol.for('nodejs.util.inspect.custom');

type List = 'issues' | 'warnings';
type Unread = Findings | (() => Issue[]);
type Holder = { readonly [HELD]: (name: List) => Issue[] };

const getter = (name: List): PropertyDescriptor => ({
  enumerable: true,
  configurable: true,
  get(this: Holder) {
    return this[HELD](name);
  },
  set(this: object, value: unknown) {
    Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
  },
});

// Shared by all results: engines then give all of them one shape.
const GETTERS = { issues: getter('issues'), warnings: getter('warnings') };

/**
 * Gives a result lists of issues that are sorted, and whose messages are made, when they are first read. They are own,
 * enumerable fields: JSON.stringify, a spread and comparisons read them as any other field.
 *
 * A field for each issue that makes its message alone would cost more than most messages do (measured: 90 ns).
 */
export function setWhenRead(result: object, issues: Unread | undefined, warnings: Unread | undefined): void {
  let issuesMade: Issue[] | undefined;
  let warningsMade: Issue[] | undefined;
  const held = (name: unknown): unknown => {
    if (name === 'issues') return (issuesMade ??= made(issues!));
    if (name === 'warnings') return (warningsMade ??= made(warnings!));
    return { ...result };
  };
  Object.defineProperty(result, HELD, { value: held, configurable: true });
  if (issues !== undefined) Object.defineProperty(result, 'issues', GETTERS.issues);
  if (warnings !== undefined) Object.defineProperty(result, 'warnings', GETTERS.warnings);
}

const made = (list: Unread): Issue[] => (typeof list === 'function' ? list() : list.issues());
