import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/proxy.md', 'utf8');
const block = (language: string) => new RegExp(`\`\`\`${language}\\n([^\`]*)\`\`\``).exec(page)![1]!;

const PUBLIC = ['/v1/transactions', '/openapi.json', '/docs', '/docs/static/index.html'];
const PRIVATE = [
  '/dashboard',
  '/dashboard/sign-in',
  '/metrics',
  '/healthz',
  '/readyz',
  '/',
  '/v1',
  '/docsx',
  '/openapi.jsonx',
];

/** Whether the proxy forwards a path to the service. */
const nginx = (path: string) => new RegExp(/location ~ (\S+) \{/.exec(block('nginx'))![1]!).test(path);
const caddy = (path: string) => {
  const patterns = /@service path (.+)/.exec(block('caddyfile'))![1]!.split(' ');
  return patterns.some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one));
};

describe.each([
  ['nginx', nginx],
  ['Caddy', caddy],
])('the configuration of %s', (_, passes) => {
  it.each(PUBLIC)('forwards %s', (path) => expect(passes(path)).toBe(true));
  it.each(PRIVATE)('does not forward %s', (path) => expect(passes(path)).toBe(false));
});

it('the proxy configurations use the default port, and close every brace', () => {
  for (const language of ['nginx', 'caddyfile']) {
    const text = block(language);
    expect(text).toContain('127.0.0.1:8787');
    expect(text.split('{').length).toBe(text.split('}').length);
  }
});
