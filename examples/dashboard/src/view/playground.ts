import { playgroundLink } from '../playground-link.js';
import { html, type Html } from './html.js';

/** Renders a link that opens a document in the playground; null if no playground is set or the document is too long. */
export function playgroundButton(url: string | undefined, body: string): Html | null {
  const href = url === undefined ? undefined : playgroundLink(url, body);
  if (href === undefined) return null;
  return html`<p><a class="button" href="${href}" rel="noreferrer">Open in the playground</a></p>`;
}
