import type { RequestContext } from '../request-context.js';
import { html, type Html, type Renderable } from './html.js';

/** A formatted number, such as `2,865`; `more than` the limit if it exceeds the limit. */
export function count(number: number, max = Infinity): string {
  const text = Math.min(number, max).toLocaleString('en');
  return number > max ? `more than ${text}` : text;
}

/** Ids and field names up to this many characters are kept on one line, if space allows. */
const MAX_UNBROKEN = 60;

/** An id or field name. Breaks within words only if too long for any line. */
export function identifier(text: string): Html {
  return html`<code class="${text.length <= MAX_UNBROKEN ? 'id whole' : 'id'}">${text}</code>`;
}

/** Links that filter a list. */
export function filters(label: string, links: readonly (readonly [string, string, boolean])[]): Html {
  return html`<nav class="filters" aria-label="${label}">
    <ul>
      ${links.map(
        ([text, href, current]) => html`<li><a href="${href}" ${current && html`aria-current="true"`}>${text}</a></li>`,
      )}
    </ul>
  </nav>`;
}

/** A state: a mark and a word, so that nothing depends on colour. */
export function status(kind: 'good' | 'bad' | 'busy' | 'idle', text: string): Html {
  const marks = { good: '✓', bad: '✕', busy: '…', idle: '○' };
  return html`<span class="status ${kind}"><span aria-hidden="true">${marks[kind]}</span> ${text}</span>`;
}

/** Terms and their values. */
export function definitionList(entries: readonly (readonly [string, Renderable])[], classes = 'definitions'): Html {
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

/** A form that posts a change. */
export function postForm(context: RequestContext, action: string, content: Html, label?: string): Html {
  return html`<form method="post" action="${action}" ${label === undefined ? null : html`aria-label="${label}"`}>
    <input type="hidden" name="formToken" value="${context.formToken}" />
    ${content}
  </form>`;
}

/** A button with confirmation: opens to say what will happen, with a button to do it. */
export function confirmForm(
  context: RequestContext,
  action: string,
  texts: { ask: string; what: Renderable; button: string },
  fields?: Html,
): Html {
  const form = postForm(context, action, html`${fields}<button class="danger">${texts.button}</button>`);
  return html`<details class="confirm">
    <summary>${texts.ask}</summary>
    <p>${texts.what}</p>
    ${form}
  </details>`;
}

/** A line of links to the pages above this one. */
export function breadcrumbs(...links: readonly (readonly [string, string])[]): Html {
  return html`<nav class="breadcrumbs" aria-label="Above this page">
    ${links.map(([href, text]) => html`<a href="${href}">${text}</a> <span aria-hidden="true">/</span> `)}
  </nav>`;
}
