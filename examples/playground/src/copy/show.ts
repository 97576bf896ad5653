import type { App } from '../app.js';
import { dialog } from '../dialog.js';
import { el } from '../dom.js';
import { copyButton } from './copy.js';
import { asCurl, asSarif, asTest } from './forms.js';

/** Shows what the user can copy: the receipt as a request and as a test, and the issues as SARIF. */
export function showCopies(app: App): void {
  const { text, verdict, setting } = app;
  const forms = [
    ['Copy the request', 'A request, for a shell', asCurl(text)],
    ...(verdict.kind === 'judged'
      ? [['Copy the test', 'A test that expects this verdict', asTest(verdict, setting)]]
      : []),
    ['Copy the issues', 'The issues, as SARIF', asSarif(text, verdict)],
  ] as const;
  const parts = forms.flatMap(([label, title, form]) => [
    el(
      'div',
      { class: 'title' },
      el('h3', {}, title),
      copyButton(label, () => form),
    ),
    el('pre', { tabindex: 0, role: 'group', 'aria-label': title }, form),
  ]);
  dialog('Copy', ...parts);
}
