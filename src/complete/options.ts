import type { CashRounding } from '../law/types.js';
import type { ValidateOptions } from '../registry.js';
import { show } from '../show.js';
import { leavesToSeller, type CashMode } from './cash.js';
import type { CompleteOptions } from './types.js';

/** The options of a completion, checked, and apart from them those of the validation. */
export interface Chosen {
  readonly taxRounding: 'line' | 'group';
  readonly cashRounding: CashMode;
  readonly recompute: boolean;
  readonly validate: ValidateOptions;
}

/** @throws TypeError for wrong values, and for a way to round cash where the law leaves none to the seller */
export function chosen(options: CompleteOptions | undefined, rows: readonly CashRounding[], country: string): Chosen {
  if (typeof options !== 'object' && options !== undefined) wrong('options', 'an object', options);
  if (options === null) wrong('options', 'an object', options);
  const { taxRounding = 'line', cashRounding = 'pack', recompute = false, ...validate } = options ?? {};
  if (!['line', 'group'].includes(taxRounding)) wrong('taxRounding', "'line' or 'group'", taxRounding);
  if (!['pack', 'none', 'nearest', 'down', 'up'].includes(cashRounding)) {
    wrong('cashRounding', "'pack', 'none', 'nearest', 'down' or 'up'", cashRounding);
  }
  if (typeof recompute !== 'boolean') wrong('recompute', 'true or false', recompute);
  if (cashRounding !== 'pack' && cashRounding !== 'none' && !leavesToSeller(rows)) {
    throw new TypeError(
      `cashRounding is '${cashRounding}', but the law of ${country} does not leave it to the seller how cash is rounded: use 'pack'`,
    );
  }
  return { taxRounding, cashRounding, recompute, validate };
}

function wrong(name: string, wanted: string, found: unknown): never {
  throw new TypeError(`${name} must be ${wanted}, found ${show(found)}`);
}
