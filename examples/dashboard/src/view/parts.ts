import type { Visit } from '../visit.js';
import { html, type Html, type Part } from './html.js';

/** An instant in UTC, to the second. */
export function time(at: Date | null): Html {
  if (at === null) return html`–`;
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}

/** How things stand: a mark and a word, so that nothing hangs on the colour. */
export function status(kind: 'good' | 'bad' | 'busy' | 'idle', text: string): Html {
  const marks = { good: '✓', bad: '✕', busy: '…', idle: '○' };
  return html`<span class="status ${kind}"><span aria-hidden="true">${marks[kind]}</span> ${text}</span>`;
}

/** Terms and what they are. */
export function facts(entries: readonly (readonly [string, Part])[], classes = 'facts'): Html {
  return html`<dl class="${classes}">
    ${entries.map(
      ([term, value]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** A form that changes something. */
export function postForm(visit: Visit, action: string, content: Html, label?: string): Html {
  return html`<form method="post" action="${action}" ${label === undefined ? null : html`aria-label="${label}"`}>
    <input type="hidden" name="formToken" value="${visit.formToken}" />
    ${content}
  </form>`;
}

/** A button that asks first: opened, it says what will happen, and offers to do it. */
export function confirmed(visit: Visit, action: string, texts: { ask: string; what: Part; button: string }): Html {
  const form = postForm(visit, action, html`<button class="danger">${texts.button}</button>`);
  return html`<details class="confirm">
    <summary>${texts.ask}</summary>
    <p>${texts.what}</p>
    ${form}
  </details>`;
}

/** A line of links to the pages above this one. */
export function trail(...links: readonly (readonly [string, string])[]): Html {
  return html`<nav class="trail" aria-label="Above this page">
    ${links.map(([href, text]) => html`<a href="${href}">${text}</a> <span aria-hidden="true">/</span> `)}
  </nav>`;
}
