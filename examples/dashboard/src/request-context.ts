import type { Actor } from 'receipt-reference-server/audit/audit.js';
import type { RejectedRequestMode } from 'receipt-reference-server/config.js';
import type { PluginContext } from 'receipt-reference-server/server.js';
import type { Html } from './view/html.js';
import type { Time, Times } from './view/time.js';

/** The dependencies and settings of the pages. */
export interface DashboardContext extends Omit<PluginContext, 'config'> {
  /** IANA name of the time zone for all times on the pages. */
  readonly timeZone: string;
  /** What the server stores about rejected requests, as set by REFUSED_WRITES. */
  readonly rejectedRequests: RejectedRequestMode;
  /**
   * The number of days after which a worker pauses an endpoint whose attempts have all failed, as set by
   * AUTO_PAUSE_DAYS; 0: never.
   */
  readonly autoPauseDays: number;
  /** The playground's address; if undefined, the pages do not link to it. */
  readonly playgroundUrl?: string | undefined;
}

/** A message that reports what the user just did; the next page shows it once. */
export interface Flash {
  readonly text: string;
  /** A new credential, which is shown only this once. */
  readonly token?: string;
  /** Whether the page reveals the signing secret, which is normally hidden. */
  readonly reveal?: boolean;
}

/** A request by a signed-in user. */
export interface RequestContext {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** A posted form's fields; empty for GET. */
  readonly form: URLSearchParams;
  /** The CSRF token that every form must contain. */
  readonly formToken: string;
  readonly flash: Flash | undefined;
  /** Formats a time in the dashboard's time zone. */
  readonly time: Time;
  readonly times: Times;
  /** Who is signed in, for the audit log. */
  readonly actor: Actor;
}

/** The section that a page belongs to, highlighted in the navigation. */
export type Section = 'overview' | 'endpoints' | 'rejected' | 'businesses' | 'apps' | 'audit';

/** A page to render. */
export interface Page {
  readonly title: string;
  readonly section?: Section;
  /** The HTTP status. Default 200. */
  readonly status?: number;
  /** Whether the page shows a drawn receipt and needs the style sheet for it. */
  readonly draws?: boolean;
  /** Whether the user can make the page refresh every 10 seconds. */
  readonly refreshes?: boolean;
  readonly body: Html;
}

/** The refresh interval in seconds. The page refreshes if the query parameter `refresh` has this value. */
export const REFRESH_SECONDS = '10';

/** The page to show after an action. */
export interface Redirect {
  /** The page's path, which starts with `/dashboard`. */
  readonly to: string;
  readonly flash?: Flash;
}

/** A file to save. */
export interface Download {
  readonly file: string;
  readonly type: string;
  readonly content: string;
}

/** Sessions with limited access: to all of an owner's businesses, to a single business, or to an app. */
export type Tenant = 'owner' | 'business' | 'app';

/** Returns the kind of tenant that is signed in; undefined for the operator. */
export function tenantOf({ actor: { scope } }: Pick<RequestContext, 'actor'>): Tenant | undefined {
  if (scope.kind === 'operator') return undefined;
  return scope.kind === 'owner' && scope.businessId !== null ? 'business' : scope.kind;
}

/** A route with its handler. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Relative to the dashboard's path; may contain `:params`. */
  readonly path: string;
  /** Who can use the route in addition to the operator; everybody else gets a 404. Default: nobody. */
  readonly tenants?: readonly Tenant[];
  readonly handle: (context: RequestContext) => Promise<Page | Redirect | Download>;
}

/** The problems in a form: messages by field name. */
export type Problems = Readonly<Record<string, string>>;
