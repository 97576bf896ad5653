import { describe, expect, it } from 'vitest';
import { html } from '../../src/view/html.js';

describe('html', () => {
  it('escapes values in text and attributes', () => {
    const hostile = `<b a="1" c='2'>&`;
    expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(
      '<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;</p>',
    );
  });

  it('keeps its own markup, joins lists, and renders absent values as an empty string', () => {
    expect(html`${[html`<i>${1}</i>`, '<', [html`<b></b>`]]}${null}${undefined}${false}${0}`.text).toBe(
      '<i>1</i>&lt;<b></b>0',
    );
  });
});
