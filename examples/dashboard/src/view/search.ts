import { path } from '../paths.js';
import { textField } from './fields.js';
import { html, type Html } from './html.js';

/** Renders a business's search form. @param sought the previous search text */
export function searchForm(businessId: string, sought = ''): Html {
  const field = textField({
    name: 'q',
    label: 'Receipt number, external id, transaction id or event id',
    type: 'search',
    value: sought,
    required: false,
  });
  return html`<form
    method="get"
    action="${path('businesses', businessId, 'search')}"
    class="inline"
    role="search"
    aria-label="This business"
  >
    ${field}<button>Find</button>
  </form>`;
}
