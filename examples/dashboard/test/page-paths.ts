/** The ids of what the browser tests create before they open the pages. */
export type Created = Readonly<Record<'endpoint' | 'event' | 'transaction' | 'rejectedRequest', string>>;

/** By route, the paths of each page under `/dashboard`. */
export type PagePaths = Readonly<Record<string, (created: Created) => readonly string[]>>;

const LONG = 'W'.repeat(120);

/** The paths under which the browser tests open every page, to check it with axe and in every window. */
export const PAGE_PATHS: PagePaths = {
  '/': () => [''],
  '/endpoints': () => ['/endpoints', '/endpoints?show=failing', '/endpoints?show=given-up'],
  '/endpoints/new': () => ['/endpoints/new'],
  '/endpoints/:id': ({ endpoint }) => [`/endpoints/${endpoint}`],
  '/endpoints/:id/deliveries': ({ endpoint }) => [`/endpoints/${endpoint}/deliveries`],
  '/endpoints/:id/deliveries/:business/:event': ({ endpoint, event }) => [
    `/endpoints/${endpoint}/deliveries/biz_1/${event}`,
  ],
  '/endpoints/:id/replay': ({ endpoint }) => [`/endpoints/${endpoint}/replay`],
  '/endpoints/:id/settings': ({ endpoint }) => [`/endpoints/${endpoint}/settings`],
  '/businesses': () => ['/businesses'],
  '/businesses/:id': () => ['/businesses/biz_1', '/businesses/biz_long'],
  '/businesses/:id/keys': () => ['/businesses/biz_1/keys'],
  '/businesses/:id/search': () => [`/businesses/biz_1/search?q=${LONG}`],
  '/businesses/:id/transactions': () => ['/businesses/biz_1/transactions'],
  '/businesses/:id/transactions/:transaction': ({ transaction }) => [`/businesses/biz_1/transactions/${transaction}`],
  '/businesses/:id/rejected-requests': () => ['/businesses/biz_1/rejected-requests'],
  '/businesses/:id/rejected-requests/:request': ({ rejectedRequest }) => [
    `/businesses/biz_1/rejected-requests/${rejectedRequest}`,
  ],
  '/rejected-requests': () => ['/rejected-requests'],
  '/rejected-requests/reason': () => ['/rejected-requests/reason?kind=code&name=currency_not_allowed'],
  '/search': () => ['/search?q=nothing'],
  '/apps': () => ['/apps'],
  '/apps/:id': () => ['/apps/app_1'],
  '/audit': () => ['/audit'],
};

/** Returns the paths of all pages, as a browser opens them. */
export function allPaths(created: Created): string[] {
  return Object.values(PAGE_PATHS).flatMap((paths) => paths(created).map((path) => `/dashboard${path}`));
}
