import type { CashRounding } from '../law/types.js';
import type { ValidateOptions } from '../registry.js';
import { leavesToSeller, type CashMode } from './cash.js';
import { misuse } from './misuse.js';
import type { CompleteOptions } from './types.js';

/** The checked options of a completion, and separately those of the validation. */
export interface Chosen {
  readonly taxRounding: 'line' | 'group';
  readonly cashRounding: CashMode;
  readonly recompute: boolean;
  readonly validate: ValidateOptions;
}

/** @throws TypeError for wrong values, and for a way to round cash if the law does not let the seller choose */
export function chosen(options: CompleteOptions | undefined, rows: readonly CashRounding[], country: string): Chosen {
  if (typeof options !== 'object' && options !== undefined) misuse('options', 'an object', options);
  if (options === null) misuse('options', 'an object', options);
  const { taxRounding = 'line', cashRounding = 'pack', recompute = false, ...validate } = options ?? {};
  if (!['line', 'group'].includes(taxRounding)) misuse('taxRounding', "'line' or 'group'", taxRounding);
  if (!['pack', 'none', 'nearest', 'down', 'up'].includes(cashRounding)) {
    misuse('cashRounding', "'pack', 'none', 'nearest', 'down' or 'up'", cashRounding);
  }
  if (typeof recompute !== 'boolean') misuse('recompute', 'true or false', recompute);
  if (cashRounding !== 'pack' && cashRounding !== 'none' && !leavesToSeller(rows)) {
    throw new TypeError(
      `cashRounding is '${cashRounding}', but the law of ${country} does not leave it to the seller how cash is rounded: use 'pack'`,
    );
  }
  return { taxRounding, cashRounding, recompute, validate };
}
