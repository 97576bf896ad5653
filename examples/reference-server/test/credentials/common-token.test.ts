import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { adminToken, ConfigError } from '../../src/config.js';
import { isCommonToken } from '../../src/credentials/common-token.js';
import { newToken } from '../../src/credentials/token.js';

it.each([
  'your-admin-token-here-please',
  'change-this-to-a-long-random-string',
  'ReplaceThisSecretAdminPassword123',
  'administrator-password-1234567',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
  '0123456789abcdefghij',
  '01234567890123456789',
  'Tr0ub4dor&3!Tr0ub4dor&3!',
  'correct-horse correct-horse',
])('%s is common', (token) => {
  expect(isCommonToken(token)).toBe(true);
  expect(() => adminToken('ADMIN_TOKEN', token)).toThrow(ConfigError);
  expect(() => adminToken('ADMIN_TOKEN', token)).not.toThrow(token);
});

it('never mistakes a random token for a commonly used one', () => {
  for (let i = 0; i < 1_000; i += 1) {
    for (const token of [newToken(''), randomBytes(16).toString('hex'), randomBytes(15).toString('base64')]) {
      expect([token, isCommonToken(token)]).toEqual([token, false]);
    }
  }
});
