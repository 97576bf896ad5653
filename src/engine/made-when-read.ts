import type { Findings } from '../document/findings.js';
import type { Issue } from '../issues/issue.js';

/**
 * The key under which util.inspect finds a result's own formatter, so that console.log shows issues and not `[Getter]`.
 * The function also holds the issues: one hidden property costs half as much as two.
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

// Shared by all results, so that engines give them one shape.
const GETTERS = { issues: getter('issues'), warnings: getter('warnings') };

/**
 * Defines lists of issues on a result, which are sorted and get their messages when the caller first reads them. They
 * are own, enumerable fields: JSON.stringify, spreads and comparisons read them like any other field.
 *
 * A lazy message field on each issue would cost more than most messages do (measured: 90 ns).
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
