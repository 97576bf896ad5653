/**
 * The mistakes behind the issues of a document: what went wrong, which issues it causes, and the smallest change that
 * repairs it.
 *
 * | part | what it does |
 * |---|---|
 * | `diagnose.ts` | the steps of a diagnosis, and applying its changes |
 * | `diagnosing.ts`, `loss.ts` | the state of a diagnosis, and how much issues weigh |
 * | `unknown-fields.ts`, `country.ts` | unknown fields and the country, which come first |
 * | `search.ts` | tries repairs and picks the best |
 * | `repairs.ts`, `*-repairs.ts` | the repairs that issues suggest |
 * | `follow.ts` | updates figures that depend on a change |
 * | `view.ts`, `revision.ts` | reads and changes documents, even if they violate the schema |
 * | `words.ts`, `zones.ts`, `cause-texts.ts` | words that tills write, local times, explanations |
 */
export { applyCauses, diagnose } from './diagnose.js';
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
