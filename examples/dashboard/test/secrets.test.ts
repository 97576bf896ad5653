import { describe, expect, it } from 'vitest';
import { deriveKeys, seal, unseal } from '../src/secrets.js';

describe('a sealed text', () => {
  const keys = deriveKeys('one admin token');

  it('can be read only with the same keys and context', () => {
    const sealed = seal(keys, 'session', 'svc_secret åäö');
    expect(Buffer.from(sealed, 'base64url').includes('svc_secret')).toBe(false);
    expect(unseal(keys, 'session', sealed)).toBe('svc_secret åäö');
    expect(unseal(keys, 'other', sealed)).toBeUndefined();
    expect(unseal(deriveKeys('another'), 'session', sealed)).toBeUndefined();
  });

  it.each(['', 'x', 'A'.repeat(37), 'A'.repeat(60)])('cannot be read from %j', (text) => {
    expect(unseal(keys, 'session', text)).toBeUndefined();
  });
});
