import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WebhookVerificationError } from '../../src/webhook/error.js';
import { parseSignatureHeader } from '../../src/webhook/signature-header.js';

const V1 = '0123456789abcdef'.repeat(4);
const OK = `t=1,nonce=ab,v1=${V1}`;
const refused = (header: string) => {
  try {
    parseSignatureHeader(header);
  } catch (error) {
    return error instanceof WebhookVerificationError && error.code === 'malformed_signature';
  }
  return false;
};

describe('parseSignatureHeader', () => {
  it('reads time, nonce and signatures', () => {
    const parsed = parseSignatureHeader(`t=0017,nonce=aB,v1=${V1},v1=${'f'.repeat(64)}`);
    expect(parsed.timestamp).toBe(17);
    expect(parsed.nonce).toBe('aB');
    expect(parsed.prefix).toBe('0017.aB.');
    expect(parsed.signatures.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual([V1, 'f'.repeat(64)]);
  });

  it.each([
    ['any order', `v1=${V1},nonce=ab,t=1`],
    ['t with 12 digits', `t=999999999999,nonce=ab,v1=${V1}`],
    ['a nonce of one digit', `t=1,nonce=F,v1=${V1}`],
    ['a nonce of 128 digits', `t=1,nonce=${'aB'.repeat(64)},v1=${V1}`],
    ['eight v1 keys', `t=1,nonce=ab${`,v1=${V1}`.repeat(8)}`],
    ['unknown keys', `x=1,${OK},v2=abc==,v1b=q,T=7,V1=zz,Nonce=!`],
    ['an unknown key twice', `${OK},x=1,x=2`],
    ['__proto__ as a key', `__proto__=x,${OK},constructor=y`],
    ['exactly 4096 characters', `${OK},x=${'y'.repeat(4096 - OK.length - 3)}`],
  ])('accepts %s', (_, header) => {
    expect(refused(header)).toBe(false);
  });

  it.each([
    ['4097 characters', `${OK},x=${'y'.repeat(4097 - OK.length - 3)}`],
    ['no t', `nonce=ab,v1=${V1}`],
    ['no nonce', `t=1,v1=${V1}`],
    ['no v1', 't=1,nonce=ab'],
    ['t twice', `${OK},t=1`],
    ['nonce twice', `${OK},nonce=ab`],
    ['nine v1 keys', `t=1,nonce=ab${`,v1=${V1}`.repeat(9)}`],
    ['t with 13 digits', `t=1000000000000,nonce=ab,v1=${V1}`],
    ['t with a sign', `t=+1,nonce=ab,v1=${V1}`],
    ['a negative t', `t=-1,nonce=ab,v1=${V1}`],
    ['t followed by letters', `t=1abc,nonce=ab,v1=${V1}`],
    ['t with a fraction', `t=1.5,nonce=ab,v1=${V1}`],
    ['t with an exponent', `t=1e3,nonce=ab,v1=${V1}`],
    ['t in hexadecimal', `t=0x1,nonce=ab,v1=${V1}`],
    ['t in full-width digits', `t=１,nonce=ab,v1=${V1}`],
    ['t in Arabic digits', `t=١,nonce=ab,v1=${V1}`],
    ['an empty t', `t=,nonce=ab,v1=${V1}`],
    ['an empty nonce', `t=1,nonce=,v1=${V1}`],
    ['a nonce of 129 digits', `t=1,nonce=${'a'.repeat(129)},v1=${V1}`],
    ['a nonce that is not hexadecimal', `t=1,nonce=ag,v1=${V1}`],
    ['a nonce followed by a newline', `t=1,nonce=ab\n,v1=${V1}`],
    ['an upper-case v1', `t=1,nonce=ab,v1=${V1.toUpperCase()}`],
    ['v1 with 63 digits', `t=1,nonce=ab,v1=${V1.slice(1)}`],
    ['v1 with 65 digits', `t=1,nonce=ab,v1=${V1}0`],
    ['v1 that is not hexadecimal', `t=1,nonce=ab,v1=${V1.slice(1)}g`],
    ['v1 with a Cyrillic look-alike', `t=1,nonce=ab,v1=${V1.slice(1)}а`],
    ['v1 followed by a newline', `${OK}\n`],
    ['a correct v1 next to a wrong one', `${OK},v1=zz`],
    ['an empty v1', `t=1,nonce=ab,v1=`],
    ['an empty string', ''],
    ['a space', ' '],
    ['a space after a comma', `t=1, nonce=ab,v1=${V1}`],
    ['a leading space', ` ${OK}`],
    ['a trailing space', `${OK} `],
    ['a space around =', `t =1,nonce=ab,v1=${V1}`],
    ['a space in an unknown key', `${OK},x=a b`],
    ['a tab', `${OK},x=\t`],
    ['NUL', `${OK},x=\0`],
    ['a no-break space', `${OK},x=\u00a0`],
    ['non-ASCII letters', `${OK},x=é`],
    ['a trailing comma', `${OK},`],
    ['a leading comma', `,${OK}`],
    ['two commas', `t=1,,nonce=ab,v1=${V1}`],
    ['nothing but commas', ',,,'],
    ['a key without =', `${OK},x`],
    ['an empty key', `${OK},=x`],
    ['an empty value', `${OK},x=`],
    ['a lone =', `${OK},=`],
    ['semicolons', OK.replaceAll(',', ';')],
    ['quotes', `t="1",nonce=ab,v1=${V1}`],
    ['two joined headers', `${OK}, ${OK}`],
    ['a megabyte of commas', ','.repeat(1 << 20)],
  ])('refuses %s', (_, header) => {
    expect(refused(header)).toBe(true);
  });

  it('agrees with a regular expression for the grammar on any text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        't=1',
        't=12',
        'nonce=aB',
        `v1=${V1}`,
        'x=1',
        'x',
        '=',
        '',
        ' ',
        'v1=00',
        't=',
        '__proto__=x',
        'é=1',
      ),
      fc.string({ maxLength: 6 }),
    );
    const part = /^([!-+\--<>-~]+)=([!-+\--~]+)$/;
    const reference = (header: string) => {
      const values = new Map<string, string[]>();
      for (const text of header.split(',')) {
        const match = part.exec(text);
        if (!match) return false;
        values.set(match[1]!, [...(values.get(match[1]!) ?? []), match[2]!]);
      }
      const all = (key: string, most: number, form: RegExp) => {
        const found = values.get(key) ?? [];
        return found.length >= 1 && found.length <= most && found.every((value) => form.test(value));
      };
      return all('t', 1, /^\d{1,12}$/) && all('nonce', 1, /^[\da-f]{1,128}$/i) && all('v1', 8, /^[\da-f]{64}$/);
    };
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const header = pieces.join(',');
        expect(refused(header)).toBe(!reference(header));
      }),
      { seed: 20261121, numRuns: 3000 },
    );
  });
});
