import { describe, expect, it } from 'vitest';
import { choice } from '../../src/view/fields.js';

describe('a choice', () => {
  const options = (count: number) => Array.from({ length: count }, (_, i) => ({ value: `v${i}`, label: `L${i}` }));
  const field = { name: 'one', label: 'One', value: 'v1' };

  it('is a select element with the previous choice selected', () => {
    const { text } = choice({ ...field, groups: { Group: options(3) } });
    expect(text.match(/<option /g)).toHaveLength(4);
    expect(text).toMatch(/<option value="v1" selected>/);
    expect(text).toContain('<optgroup label="Group">');
  });

  it('is a text field if there are too many options', () => {
    const { text } = choice({ ...field, groups: { Group: options(101) } });
    expect(text).not.toContain('<option');
    expect(text).toContain('value="v1"');
  });
});
