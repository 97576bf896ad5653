import { describe, expect, it } from 'vitest';
import { describeError } from '../src/log.js';

describe('an error in the log', () => {
  it('is logged without its statements, parameters and rows', () => {
    const carried = { query: 'INSERT', params: ['a document'], detail: 'Failing row contains (a document)' };
    const error = Object.assign(new Error('no', { cause: Object.assign(new Error('why'), carried) }), carried, {
      code: '23505',
    });
    expect(describeError(error)).toEqual({
      name: 'Error',
      message: 'no',
      code: '23505',
      cause: { name: 'Error', message: 'why', stack: expect.any(String) as string },
      stack: error.stack,
    });
  });

  it.each([undefined, null, 'text', 7])('can be a value that is not an error: %s', (thrown) => {
    expect(describeError(thrown)).toEqual({ message: typeof thrown });
  });
});
