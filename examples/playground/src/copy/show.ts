import type { App } from '../app.js';
import { dialog } from '../dialog.js';
import { el } from '../dom.js';
import { copyButton } from './copy.js';
import { asCurl, asSarif, asTest } from './forms.js';

/** Shows the receipt as a request, as a test, or its issues as SARIF, to be copied. */
export function showCopies(app: App): void {
  const { text, verdict, setting } = app;
  const forms = [
    ['The request, for a shell', asCurl(text)],
    ...(verdict.kind === 'judged' ? [['A test', asTest(verdict, setting)]] : []),
    ['The issues, as SARIF', asSarif(text, verdict)],
  ] as const;
  const parts = forms.flatMap(([title, form]) => [
    el(
      'div',
      { class: 'tools' },
      el('h3', {}, title),
      copyButton('Copy', () => form),
    ),
    el('pre', { tabindex: 0, role: 'group', 'aria-label': title }, form),
  ]);
  dialog('Copy', ...parts);
}
