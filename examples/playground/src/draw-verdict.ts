import { toErrorResponse } from 'receipt-rule-packs';
import { count, el } from './dom.js';
import { MAX_ISSUES } from './judge.js';
import type { Verdict } from './verdict.js';

/** The text of a verdict in one line. */
export interface VerdictText {
  readonly look: 'valid' | 'warned' | 'refused' | 'broken';
  readonly title: string;
  readonly detail: string;
}

/** The text in the bar above the panes. */
function verdictText(verdict: Verdict): VerdictText {
  if (verdict.kind === 'not-json') return { look: 'broken', title: 'Not JSON', detail: verdict.message };
  const { result } = verdict;
  if (result === undefined) return { look: 'valid', title: 'Judging …', detail: '' };
  const warnings = result.warnings.length === 0 ? '' : count(result.warnings.length, 'warning');
  if (result.valid) {
    if (warnings !== '') return { look: 'warned', title: `Valid, ${warnings}`, detail: `by ${result.profileId}` };
    return { look: 'valid', title: 'Valid', detail: `by ${result.profileId}: the service accepts this receipt` };
  }
  const { status, body } = toErrorResponse(result);
  const issues = howMany(result.issues.length);
  const all = [issues, warnings].filter((text) => text !== '').join(', ');
  return {
    look: 'refused',
    title: all === '' ? 'Refused' : `Refused: ${all}`,
    detail: `The service answers ${status} ${body.error.code}. ${all === '' ? body.error.message : ''}`,
  };
}

/** Beyond a limit, issues are neither shown nor counted. */
const howMany = (issues: number): string =>
  issues === 0 ? '' : count(issues, 'issue') + (issues === MAX_ISSUES ? ' and more' : '');

const SIGNS = { valid: '✓', warned: '✓', refused: '✗', broken: '{ }' };

/** Writes the text only if it has changed, so that screen readers stay silent otherwise. */
export function drawVerdict(bar: HTMLElement, verdict: Verdict): void {
  const { look, title, detail } = verdictText(verdict);
  if (bar.dataset.look === look && bar.dataset.told === title + detail) return;
  bar.dataset.look = look;
  bar.dataset.told = title + detail;
  bar.replaceChildren(
    el('strong', {}, el('span', { 'aria-hidden': 'true' }, `${SIGNS[look]} `), title),
    el('span', { class: 'detail' }, detail),
  );
}
