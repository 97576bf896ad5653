import { receipt as sent } from '../cli/receipt';

/**
 * The Swedish receipt of the tests of the command line, which names its pack: nothing else decides the language of its
 * labels.
 */
export const receipt = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  sent({ profileId: 'se-receipt-1', ...changes });
