/** Hides the bar at the top, which offers to load other documents, and gives text enough contrast (WCAG 2.2, 1.4.3). */
export const STYLE = `.swagger-ui .topbar { display: none; }
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
.swagger-ui .json-schema-2020-12 .renderedMarkdown p { color: #3b4151; }
.swagger-ui .renderedMarkdown code { color: #5b0aa8; }
`;

/** Adds the names, roles and heading levels that swagger-ui omits, whenever it renders: WCAG 2.2, 1.3.1, 2.1.1 and 4.1.2. */
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
  // A link inside a button, which does the same.
  ['.opblock-summary-control a', 'href'],
  // A landmark for every table, and a name that differs from the text of its button.
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
new MutationObserver(correct).observe(document.body, { childList: true, subtree: true });
`;
