import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readHosts } from '../../src/database/hosts.js';

describe('the hosts in a URL', () => {
  it.each([
    ['postgres://h/db', ['postgres://h/db'], 'any'],
    [
      'postgres://h/db?target_session_attrs=read-write',
      ['postgres://h/db?target_session_attrs=read-write'],
      'read-write',
    ],
    ['postgresql://u:p%40@h1,h2:5433', ['postgresql://u:p%40@h1', 'postgresql://u:p%40@h2:5433'], 'read-write'],
    ['postgres://u@[::1]:1,[::2]/db', ['postgres://u@[::1]:1/db', 'postgres://u@[::2]/db'], 'read-write'],
    [
      'postgres://h1,h2/db?a=b,c&target_session_attrs=primary',
      ['postgres://h1/db?a=b,c&target_session_attrs=primary', 'postgres://h2/db?a=b,c&target_session_attrs=primary'],
      'primary',
    ],
    ['postgres:///db?host=/run/postgresql', ['postgres:///db?host=/run/postgresql'], 'any'],
  ])('%s', (url, urls, session) => {
    expect(readHosts(url)).toEqual({ urls, session });
  });

  it.each(['postgres://u:geheim@h1,/db', 'postgres://u:geheim@h1,h2/db?target_session_attrs=prefer-standby'])(
    'are refused if they cannot be used, with an error that does not contain the password: %s',
    (url) => {
      let error: unknown;
      try {
        readHosts(url);
      } catch (reason) {
        error = reason;
      }
      expect(error).toBeInstanceOf(Error);
      expect(inspect(error)).not.toContain('geheim');
    },
  );
});
