import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCli, type BuiltCli } from './process.js';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli.remove());

const NOW = 1_700_000_000;
const event = {
  eventId: 'evt_1',
  schemaVersion: '2.1',
  type: 'transaction.created',
  businessId: 'biz_1',
  createdAt: 'x',
  data: { name: 'Räksmörgås' },
};
/** Contains white space and a trailing newline, which must be preserved. */
const body = `${JSON.stringify(event, undefined, 1)}\n`;

/** Computes the header with `node:crypto`, so that the test does not compare the command with itself. */
function header(secrets: readonly string[], payload: string | Uint8Array = body, nonce = 'abc123'): string {
  const hmac = (secret: string) =>
    createHmac('sha256', secret).update(`${NOW}.${nonce}.`).update(payload).digest('hex');
  return `t=${NOW},nonce=${nonce},${secrets.map((secret) => `v1=${hmac(secret)}`).join(',')}`;
}

const SIGN = ['sign', '--event', 'transaction.created', '--timestamp', `${NOW}`, '--nonce', 'abc123'];
const VERIFY = ['verify', '--now', `${NOW + 10}`];

async function secretFile(name: string, content: string): Promise<string> {
  await writeFile(join(cli.folder, name), content);
  return name;
}

describe('sign', () => {
  it('prints the headers, using the secret from the environment', async () => {
    const { code, stdout } = await cli.run(SIGN, { input: body, env: { RECEIPT_RULES_SECRET: 'whsec_1' } });
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      `Service-Signature: ${header(['whsec_1'])}`,
      'Service-Event: transaction.created',
      'Content-Type: application/json',
      '',
    ]);
  });

  it("signs a file's bytes unchanged, even if the file is not text", async () => {
    const bytes = Uint8Array.of(0xff, 0x00, 0x0d, 0x0a, 0xef, 0xbb, 0xbf);
    await writeFile(join(cli.folder, 'body.bin'), bytes);
    for (const args of [['body.bin'], ['-'], []]) {
      const { stdout } = await cli.run([...SIGN, ...args, '--secret', 's', '--format', 'json'], { input: bytes });
      expect(JSON.parse(stdout)).toMatchObject({ 'Service-Signature': header(['s'], bytes) });
    }
  });

  it("prefers secrets from files and arguments to the environment's secret", async () => {
    const file = await secretFile('one.secret', 'whsec_file\r\n');
    const args = [...SIGN, '--secret', 'whsec_1', '--secret-file', file];
    const { stdout } = await cli.run(args, { input: body, env: { RECEIPT_RULES_SECRET: 'other' } });
    expect(stdout.split('\n')[0]).toBe(`Service-Signature: ${header(['whsec_1', 'whsec_file'])}`);
  });

  it('uses the current time and a fresh nonce by default', async () => {
    const sign = () => cli.run(['sign', '--event', 'e', '--secret', 's', '--format', 'json'], { input: body });
    const before = Math.floor(Date.now() / 1000);
    const signed = await Promise.all([sign(), sign()]);
    const after = Date.now() / 1000;
    const nonces = signed.map(({ stdout }) => {
      const { 'Service-Signature': signature } = JSON.parse(stdout) as Record<string, string>;
      const [, t, nonce] = /^t=([0-9]+),nonce=([0-9a-f]{32}),v1=[0-9a-f]{64}$/.exec(signature!)!;
      expect(Number(t)).toBeGreaterThanOrEqual(before);
      expect(Number(t)).toBeLessThanOrEqual(after);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it.each([
    ['a missing file', ['--secret-file', 'missing']],
    ['a file with two lines', ['--secret-file', 'two.secret']],
    ['a secret with a trailing space', ['--secret', 's ']],
    ['a file with a space after the secret', ['--secret-file', 'space.secret']],
    ['a missing body', ['--secret', 's', 'missing.json']],
  ])('refuses %s', async (_, args) => {
    await secretFile('two.secret', 'a\nb\n');
    await secretFile('space.secret', 'a \n');
    const { code, stdout } = await cli.run([...SIGN, ...args], { input: body });
    expect([code, stdout]).toEqual([2, '']);
  });
});

describe('verify', () => {
  const verify = (args: readonly string[], input: string | Uint8Array = body) =>
    cli.run([...VERIFY, ...args], { input });

  it.each([
    ['as a header', ['--header', `Service-Signature: ${header(['s'])}`]],
    [
      'with a name in another case, among other headers',
      ['--header', 'Host: x', '--header', `service-signature:${header(['s'])}`],
    ],
    ['as a value', ['--signature', header(['s'])]],
  ])('prints the event id and type if a signature passed %s is valid', async (_, args) => {
    const { code, stdout, stderr } = await verify([...args, '--secret', 's']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'evt_1 transaction.created\n', stderr: '' });
  });

  it('accepts what sign printed', async () => {
    const env = { RECEIPT_RULES_SECRET: 'whsec_1' };
    const signed = await cli.run(['sign', '--event', 'e'], { input: body, env });
    const { code } = await cli.run(['verify', '--header', signed.stdout.split('\n')[0]!], { input: body, env });
    expect(code).toBe(0);
  });

  it('accepts a signature with either secret during rotation', async () => {
    const both = ['--secret', 'old', '--secret', 'new'];
    for (const secrets of [['old'], ['new'], ['unknown', 'old']]) {
      expect((await verify(['--signature', header(secrets), ...both])).code).toBe(0);
    }
    expect((await verify(['--signature', header(['unknown']), ...both])).code).toBe(1);
  });

  it.each<[code: string, args: string[], input: string]>([
    ['signature_mismatch', ['--signature', header(['s'])], body.replace('evt_1', 'evt_2')],
    ['signature_mismatch', ['--signature', header(['s'])], body.trimEnd()],
    ['signature_mismatch', ['--signature', header(['other'])], body],
    ['malformed_signature', ['--signature', 't=1'], body],
    [
      'malformed_signature',
      ['--header', `Service-Signature: ${header(['s'])}`, '--header', 'Service-Signature: x'],
      body,
    ],
    ['missing_signature', ['--header', 'Content-Type: application/json'], body],
    ['missing_signature', ['--header', 'Service-Signature:'], body],
    ['timestamp_out_of_tolerance', ['--signature', header(['s']), '--tolerance', '9'], body],
    ['invalid_payload', ['--signature', header(['s'], '[]')], '[]'],
  ])('refuses with %s', async (code, args, input) => {
    const text = await verify([...args, '--secret', 's'], input);
    expect([text.code, text.stdout]).toEqual([1, '']);
    expect(text.stderr).toContain(code);
    const json = await verify([...args, '--secret', 's', '--format', 'json'], input);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ valid: false, error: { code } });
  });

  it('compares the timestamp with the current time by default', async () => {
    const { code, stderr } = await cli.run(['verify', '--signature', header(['s']), '--secret', 's'], { input: body });
    expect(code).toBe(1);
    expect(stderr).toContain('timestamp_out_of_tolerance');
  });
});
