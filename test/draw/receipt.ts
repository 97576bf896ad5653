import { receipt as sent } from '../cli/receipt';

/**
 * The Swedish receipt from the CLI tests, with a profile, because nothing else determines the language of the labels.
 */
export const receipt = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  sent({ profileId: 'se-receipt-1', ...changes });
