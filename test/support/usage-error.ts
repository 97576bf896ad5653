import type { UsageErrorCode } from 'receipt-rule-packs';
import { expect } from 'vitest';

/** A UsageError by what is stable of it, for `toThrow` and `rejects.toEqual`. */
export const usageError = (code: UsageErrorCode, argument: string): Error =>
  expect.objectContaining({ name: 'UsageError', code, argument }) as Error;
