import { path } from '../paths.js';
import { tenantOf, type RequestContext } from '../request-context.js';
import { html, type Html, type Renderable } from './html.js';

/** Formats a number, such as `2,865`, or `more than 10,000` if it exceeds the maximum. */
export function count(number: number, max = Infinity): string {
  const text = Math.min(number, max).toLocaleString('en');
  return number > max ? `more than ${text}` : text;
}

/** The length, in characters, up to which an id or field name is kept on one line if there is room. */
const MAX_UNBROKEN = 60;

/** Renders an id or field name. It can break across lines only if it is longer than a line. */
export function identifier(text: string): Html {
  return html`<code class="${text.length <= MAX_UNBROKEN ? 'id whole' : 'id'}">${text}</code>`;
}

/** Renders links that filter a list. */
export function filters(label: string, links: readonly (readonly [string, string, boolean])[]): Html {
  return html`<nav class="filters" aria-label="${label}">
    <ul>
      ${links.map(
        ([text, href, current]) => html`<li><a href="${href}" ${current && html`aria-current="true"`}>${text}</a></li>`,
      )}
    </ul>
  </nav>`;
}

/** Renders a state as a symbol and a word, so that readers do not need to see the colour. */
export function status(kind: 'good' | 'weak' | 'bad' | 'busy' | 'idle', text: string): Html {
  const marks = { good: '✓', weak: '▲', bad: '✕', busy: '…', idle: '○' };
  return html`<span class="status ${kind}"><span aria-hidden="true">${marks[kind]}</span> ${text}</span>`;
}

/** Renders terms with their values. */
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

/** Renders a form that posts a change and contains the CSRF token. */
export function postForm(context: RequestContext, action: string, content: Html, label?: string): Html {
  return html`<form method="post" action="${action}" ${label === undefined ? null : html`aria-label="${label}"`}>
    <input type="hidden" name="formToken" value="${context.formToken}" />
    ${content}
  </form>`;
}

/** Renders a button that expands to an explanation of the action and a second button that confirms the action. */
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

/** The length, in characters, up to which a word in a name is kept on one line. */
const MAX_WORD = 20;

/**
 * Renders a business's name, with a link if the user can open the business's page. Breaks only words that are very
 * long.
 */
export function businessName(context: RequestContext, id: string, name: string): Html {
  const classes = name.split(/\s/).every((word) => word.length <= MAX_WORD) && html`class="whole"`;
  return tenantOf(context) === 'app'
    ? html`<span ${classes}>${name}</span>`
    : html`<a ${classes} href="${path('businesses', id)}">${name}</a>`;
}

/** Renders links to the parent pages. */
export function breadcrumbs(...links: readonly (readonly [string, string])[]): Html {
  return html`<nav class="breadcrumbs" aria-label="Breadcrumbs">
    ${links.map(([href, text]) => html`<a href="${href}">${text}</a> <span aria-hidden="true">/</span> `)}
  </nav>`;
}
