import { toErrorResponse } from 'receipt-rule-packs';
import { count, el } from './dom.js';
import { MAX_ISSUES } from './judge.js';
import type { NumberedCause, Verdict } from './verdict.js';

/** A verdict as one line of text. */
export interface VerdictText {
  readonly look: 'valid' | 'warned' | 'refused' | 'broken';
  readonly title: string;
  readonly detail: string;
}

/** Returns the text for the bar above the panes. */
function verdictText(verdict: Verdict | 'empty', causes: readonly NumberedCause[], repairs: number): VerdictText {
  if (verdict === 'empty')
    return { look: 'broken', title: 'Empty', detail: 'Open or paste a receipt, or start from a sample.' };
  if (verdict.kind === 'not-json') return { look: 'broken', title: 'Not JSON', detail: verdict.message };
  const { result } = verdict;
  if (result === undefined) return { look: 'valid', title: 'Validating …', detail: '' };
  const warnings = result.warnings.length === 0 ? '' : count(result.warnings.length, 'warning');
  if (result.valid) {
    const after = repairs === 0 ? '' : ` after ${count(repairs, 'change')}`;
    const title = `Valid${after}${warnings === '' ? '' : `, ${warnings}`}`;
    const detail = `under ${result.profileId}: the service accepts this receipt`;
    return { look: warnings === '' ? 'valid' : 'warned', title, detail };
  }
  const { status, body } = toErrorResponse(result);
  const issues = howMany(result.issues.length);
  const found = [issues, warnings].filter((text) => text !== '').join(', ');
  const told = count(causes.length, 'cause');
  // If the structure is wrong, other issues are not reported, but the diagnosis still finds their causes.
  const isFromThem = causes.length <= result.issues.length + result.warnings.length;
  const all = found === '' || causes.length === 0 ? found : `${found}${isFromThem ? ' from ' : ', '}${told}`;
  return {
    look: 'refused',
    title: all === '' ? 'Refused' : `Refused: ${all}`,
    detail: `The service responds with ${status} ${body.error.code}. ${all === '' ? body.error.message : ''}`,
  };
}

/** Formats the number of issues. At the limit, there may be more issues that were not counted. */
const howMany = (issues: number): string =>
  issues === 0 ? '' : count(issues, 'issue') + (issues === MAX_ISSUES ? ' and more' : '');

const SIGNS = { valid: '✓', warned: '✓', refused: '✗', broken: '{ }' };

/** Updates the verdict bar, but only if its text has changed, so that screen readers do not announce it again. */
export function drawVerdict(
  bar: HTMLElement,
  verdict: Verdict | 'empty',
  causes: readonly NumberedCause[],
  { repairs, undo }: { readonly repairs: number; readonly undo: () => void },
): void {
  const { look, title, detail } = verdictText(verdict, causes, repairs);
  const isRepaired = repairs > 0 && (look === 'valid' || look === 'warned');
  if (bar.dataset.look === look && bar.dataset.told === title + detail) return;
  bar.dataset.look = look;
  bar.dataset.told = title + detail;
  bar.replaceChildren(
    el('strong', {}, el('span', { 'aria-hidden': 'true' }, `${SIGNS[look]} `), title),
    el('span', { class: 'detail' }, detail),
    ...(isRepaired ? [el('button', { type: 'button', click: undo }, 'Undo all')] : []),
  );
}
