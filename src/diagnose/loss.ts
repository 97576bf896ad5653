import type { Issue } from '../issues/issue.js';
import type { Path } from './revision.js';

/** Warnings about the form of a value. */
const OF_FORM = new Set<string>([
  'rounding_tie_down',
  'last4_without_card',
  'total_is_zero',
  'control_code_format',
  'fiscal_format',
  'fiscal_checksum',
  'not_oss_territory',
]);
/** As many alike count in full. */
const ALIKE = 4;

/** A path without its indexes: `items.*.amount`. */
export const placeOf = (path: Path): string => path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');

/** Whether an issue is a fault of structure, which silences rules. */
export const isStructural = ({ severity, rule, code }: Issue): boolean =>
  severity === 'error' && rule === undefined && code !== 'sum_mismatch';

function weightOf(issue: Issue): number {
  if (OF_FORM.has(issue.code)) return 1;
  if (issue.severity === 'warning') return 4;
  return isStructural(issue) ? 30 : 10;
}

/** How bad issues are. Many alike count little more than a few: they have one cause more often than many. */
export function lossOf(issues: readonly Issue[]): number {
  const kinds = new Map<string, { count: number; weight: number }>();
  for (const issue of issues) {
    const key = `${placeOf(issue.path)} ${issue.code}`;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { count: 1, weight: weightOf(issue) });
    else kind.count++;
  }
  let loss = 0;
  for (const { count, weight } of kinds.values()) {
    loss += weight * (count <= ALIKE ? count : ALIKE + Math.log2(count / ALIKE));
  }
  return loss;
}
