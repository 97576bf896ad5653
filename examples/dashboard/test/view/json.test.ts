import { describe, expect, it } from 'vitest';
import { prettyJson } from '../../src/view/json.js';

describe('prettyJson', () => {
  it('formats JSON, except text that is too deeply nested', () => {
    expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(prettyJson(deep)).toBe(deep);
  });
});
