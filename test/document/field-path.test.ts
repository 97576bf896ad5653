import { fieldPath } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import { parsePath } from '../support/changes';

describe('fieldPath', () => {
  it.each([
    [[], ''],
    [['type'], 'type'],
    [['items', 0, 'taxRate'], 'items[0].taxRate'],
    [['tax', 'summary', 12, 'rate'], 'tax.summary[12].rate'],
    [['odd key'], '["odd key"]'],
    [['a', 'odd key', 'b'], 'a["odd key"].b'],
    [['', '1', 'a-b', 'å'], '[""]["1"]["a-b"]["å"]'],
    [['1a', '-a', ' a'], '["1a"]["-a"][" a"]'],
    [['$a', '_b', 'c1'], '$a._b.c1'],
    [['a"b\\c\n'], '["a\\"b\\\\c\\n"]'],
    [['__proto__', 'constructor'], '__proto__.constructor'],
  ] as [(string | number)[], string][])('formats %j', (path, field) => {
    expect(fieldPath(path)).toBe(field);
  });

  it('can be reversed', () => {
    for (const path of [
      ['items', 0, 'odd key'],
      ['a', '1', '"', '[0]'],
      ['x', 3, '', 'å.b'],
    ]) {
      expect(parsePath(fieldPath(path))).toEqual(path);
    }
  });
});
