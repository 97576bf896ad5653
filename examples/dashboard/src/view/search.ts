import { path } from '../paths.js';
import { textField } from './fields.js';
import { html, type Html } from './html.js';

/** The search form of a business. @param sought the text of the last search */
export function searchForm(businessId: string, sought = ''): Html {
  const field = textField({
    name: 'q',
    label: 'Receipt number, external id, or id of a transaction or event',
    type: 'search',
    value: sought,
    required: false,
  });
  return html`<form method="get" action="${path('businesses', businessId, 'search')}" class="inline" role="search">
    ${field}<button>Find</button>
  </form>`;
}
