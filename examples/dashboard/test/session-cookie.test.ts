import { describe, expect, it } from 'vitest';
import { deriveKeys } from '../src/secrets.js';
import { formToken, newSession, readSession, SESSION_SECONDS, writeSession } from '../src/session.js';

describe('a session', () => {
  const keys = deriveKeys('one admin token');
  const now = 1_800_000_000_000;
  const session = newSession(now);

  it('can be read by every process with the same admin token until it expires', () => {
    const cookie = writeSession(keys, session);
    const elsewhere = deriveKeys('one admin token');
    expect(readSession(elsewhere, cookie, now)).toEqual(session);
    expect(readSession(elsewhere, cookie, now + SESSION_SECONDS * 1000 - 1)).toEqual(session);
    expect(readSession(elsewhere, cookie, now + SESSION_SECONDS * 1000)).toBeUndefined();
  });

  it('is not valid with another admin token or a later expiry', () => {
    const cookie = writeSession(keys, session);
    expect(readSession(deriveKeys('another admin token'), cookie, now)).toBeUndefined();
    const later = cookie.replace(String(session.expiresAt), String(session.expiresAt + 1));
    expect(later).not.toBe(cookie);
    expect(readSession(keys, later, now)).toBeUndefined();
    expect(readSession(keys, undefined, now)).toBeUndefined();
  });

  it('has a unique form token that is not in its cookie', () => {
    const token = formToken(keys, session);
    expect(formToken(keys, newSession(now))).not.toBe(token);
    expect(writeSession(keys, session)).not.toContain(token);
  });
});
