import { expect, it } from 'vitest';
import { createLargeValidator, LARGE_BYTES, NotValidated } from '../../src/validation/large-validator.js';

it('a document that would wait too long for other documents is not validated', async () => {
  const validator = createLargeValidator({ waitMs: 0 });
  const document = new TextEncoder().encode(' '.repeat(LARGE_BYTES));
  const business = { id: 'biz_1', rules: { country: 'SE' } };
  const first = validator.validate('one', { document, business });
  await expect(validator.validate('two', { document, business })).rejects.toBeInstanceOf(NotValidated);
  expect((await first).kind).toBe('refused');
  expect((await validator.validate('two', { document, business })).kind).toBe('refused');
  await validator.close();
});
