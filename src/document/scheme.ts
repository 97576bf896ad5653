import type { Transaction } from './types.generated.js';

/** A value of tax.scheme. */
export type Scheme = Transaction['tax']['scheme'];
