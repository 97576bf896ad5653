import type { UsageErrorCode } from 'receipt-rule-packs';
import { expect } from 'vitest';

/** The stable fields of a UsageError, for `toThrow` and `rejects.toEqual`. */
export const usageError = (code: UsageErrorCode, argument: string): Error =>
  expect.objectContaining({ name: 'UsageError', code, argument }) as Error;
