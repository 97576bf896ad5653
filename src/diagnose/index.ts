/**
 * The mistakes behind the issues of a document: what went wrong, which issues follow from it, and the least change that
 * repairs it.
 *
 * | part | what it does |
 * |---|---|
 * | `diagnose.ts` | the order of the search |
 * | `diagnosing.ts`, `loss.ts` | the document so far, its verdicts, and how bad issues are |
 * | `unknown-fields.ts`, `country.ts` | what has to be known first |
 * | `search.ts` | tries repairs, takes the best |
 * | `repairs.ts`, `*-repairs.ts` | the repairs that issues suggest |
 * | `follow.ts` | figures that follow a change |
 * | `view.ts`, `revision.ts`, `apply-causes.ts` | reads and changes documents of any form |
 * | `words.ts`, `zones.ts`, `why.ts` | words of tills, local times, sentences |
 */
export { applyCauses } from './apply-causes.js';
export { diagnose } from './diagnose.js';
export { UsageError, type UsageErrorCode } from '../usage/usage-error.js';
export type {
  Cause,
  CauseCode,
  CauseOption,
  Confidence,
  DiagnoseOptions,
  Diagnosis,
  IssueRef,
  Operation,
} from './types.js';
