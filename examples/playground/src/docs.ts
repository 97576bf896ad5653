import { el } from './dom.js';

/** Whether the page is part of the documentation site. A copy of the page elsewhere has no documentation to link to. */
const isInSite = /\/playground\/(?:index\.html)?$/.test(location.pathname);

/** Makes a link to a documentation page, or nothing if the playground is not part of the site. */
export const docsLink = (page: string, text: string): Node[] =>
  isInSite ? [el('a', { href: new URL(`../${page}.html`, location.href).href, target: '_blank' }, text)] : [];
