/**
 * The same typography and sidebar as the documentation site. Hides the top bar, which offers to load other
 * documents, and gives text sufficient contrast (WCAG 2.2, 1.4.3).
 */
export const STYLE = `.swagger-ui .topbar { display: none; }
body, .swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .info li, .swagger-ui .info p, .swagger-ui .info table, .swagger-ui .btn, .swagger-ui label, .swagger-ui .opblock .opblock-summary-description, .swagger-ui .opblock-description-wrapper p, .swagger-ui table thead tr td, .swagger-ui table thead tr th, .swagger-ui .parameter__name, .swagger-ui .response-col_status { font-family: Inter, ui-sans-serif, system-ui, sans-serif; }
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .info summary { cursor: pointer; font-weight: 600; }
.operations-nav { display: none; }
@media (min-width: 1100px) {
  body { padding-inline-start: 272px; }
  .operations-nav { display: block; position: fixed; inset: 0 auto 0 0; box-sizing: border-box; width: 272px; padding: 24px 32px; overflow-y: auto; background: #f6f6f7; font: 500 14px/24px Inter, ui-sans-serif, system-ui, sans-serif; }
  .operations-nav p { margin: 16px 0 4px; color: #3c3c43; font-weight: 700; }
  .operations-nav ul { margin: 0; padding: 0; list-style: none; }
  .operations-nav a { color: #50505a; text-decoration: none; overflow-wrap: anywhere; }
  .operations-nav a:hover, .operations-nav a:focus { color: #0b57b7; text-decoration: underline; }
}
.swagger-ui .info a, .swagger-ui .info .link { color: #0b57b7; text-decoration: underline; }
.swagger-ui .info .link .url { color: #0b57b7; }
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: #50596a; }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize span { color: #19703f; border-color: #19703f; }
.swagger-ui .btn.cancel { color: #b3141c; border-color: #b3141c; }
.swagger-ui .btn.execute, .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #0b57b7; border-color: #0b57b7; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #19703f; }
.swagger-ui .json-schema-2020-12__constraint--string { background: #7a4d00; }
.swagger-ui .download-contents { background: #50596a; }
.swagger-ui .parameter__in, .swagger-ui .json-schema-2020-12-expand-deep-button { color: #3b4151; }
.swagger-ui .json-schema-2020-12-keyword__name--secondary, .swagger-ui .json-schema-2020-12__attribute--muted, .swagger-ui .json-schema-2020-12 .renderedMarkdown p { color: #3b4151; }
.swagger-ui .renderedMarkdown code { color: #5b0aa8; }
`;

/**
 * After each rendering, adds the names, roles and heading levels that swagger-ui omits: WCAG 2.2, 1.3.1, 2.1.1 and
 * 4.1.2. Lists the operations in a sidebar.
 */
export const SCRIPT = `const SET = [
  ['.information-container', { role: 'region', 'aria-label': 'About' }],
  ['.schemes-server-container', { role: 'region', 'aria-label': 'Server' }],
  ['.modal-ux', { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Authorizations' }],
  ['.close-modal', { 'aria-label': 'Close' }],
  ['#servers', { 'aria-label': 'Server' }],
  ['.examples-select-element', { 'aria-label': 'Example' }],
  ['.body-param__text', { 'aria-label': 'Body' }],
  ['.webhooks h2, .models > h4', { 'aria-level': '3' }],
  ['pre.microlight', { tabindex: '0' }],
];
const REMOVE = [
  // swagger-ui puts a link into a button that already does the same.
  ['.opblock-summary-control a', 'href'],
  // swagger-ui makes every table a landmark, and gives the Authorize button a name that differs from its text.
  ['table.responses-table', 'role'],
  ['.auth.authorize', 'aria-label'],
];
function correct() {
  for (const [selector, attributes] of SET)
    for (const element of document.querySelectorAll(selector))
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const [selector, name] of REMOVE)
    for (const element of document.querySelectorAll(selector)) element.removeAttribute(name);
}
const nav = document.createElement('nav');
nav.className = 'operations-nav';
nav.setAttribute('aria-label', 'Operations');
let listed = '';
function list() {
  const sections = [...document.querySelectorAll('.opblock-tag-section')];
  const found = sections.map((section) => ({
    title: section.querySelector('.opblock-tag')?.getAttribute('data-tag') ?? '',
    operations: [...section.querySelectorAll('.opblock[id]')].map(({ id }) => ({
      id,
      text: document.getElementById(id).querySelector('.opblock-summary-description')?.textContent || id,
    })),
  }));
  const key = JSON.stringify(found);
  // A collapsed group has no operations in the page, so keep the previous entries.
  if (key === listed || found.length === 0 || found.some(({ operations }) => operations.length === 0)) return;
  listed = key;
  nav.replaceChildren(
    ...found.flatMap(({ title, operations }) => {
      const heading = document.createElement('p');
      heading.append(title);
      const entries = document.createElement('ul');
      entries.append(
        ...operations.map(({ id, text }) => {
          const link = document.createElement('a');
          link.href = '#' + id;
          link.append(text);
          const entry = document.createElement('li');
          entry.append(link);
          return entry;
        }),
      );
      return [heading, entries];
    }),
  );
  if (!nav.isConnected) document.body.prepend(nav);
}
new MutationObserver(() => {
  correct();
  list();
}).observe(document.body, { childList: true, subtree: true });
`;
