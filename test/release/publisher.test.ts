import { expect, it } from 'vitest';
import { emptyFields, parsePublisher, readPublisher } from '../../scripts/release/publisher.js';
import { ROOT } from '../docs/blocks.js';

const FILLED = {
  repository: 'https://example.com/owner/name',
  homepage: 'https://example.com/docs',
  bugs: 'https://example.com/owner/name/issues',
};

it('publisher.json is valid, and emptyFields lists its empty fields', () => {
  expect(Object.keys(readPublisher(ROOT))).toEqual(['repository', 'homepage', 'bugs']);
  expect(emptyFields(parsePublisher({ ...FILLED, bugs: '' }))).toEqual(['bugs']);
  expect(parsePublisher(FILLED)).toEqual(FILLED);
});

it.each([
  [null],
  [{ ...FILLED, bugs: undefined }],
  [{ ...FILLED, homepage: 'http://example.com/docs' }],
  [{ ...FILLED, homepage: 'https://example.com/docs/' }],
  [{ ...FILLED, repository: 'example.com' }],
  [{ ...FILLED, author: '' }],
])('parsePublisher refuses %j', (value) => {
  expect(() => parsePublisher(value)).toThrow('publisher.json');
});
