import type { RejectedRequestMode } from 'receipt-reference-server/config.js';
import type { PluginContext } from 'receipt-reference-server/server.js';
import type { Html } from './view/html.js';
import type { Time } from './view/time.js';

/** What the pages need. */
export interface DashboardContext extends Omit<PluginContext, 'config'> {
  /** IANA name of the time zone for displaying times. */
  readonly timeZone: string;
  /** What the server keeps of rejected requests: REFUSED_WRITES. */
  readonly rejectedRequests: RejectedRequestMode;
}

/** A message that the next page shows once after an action. */
export interface Flash {
  readonly text: string;
  /** A credential, shown only once. */
  readonly token?: string;
  /** Whether the page shows the normally hidden secret. */
  readonly reveal?: boolean;
}

/** One request of a signed-in user. */
export interface RequestContext {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The fields of a posted form; empty for GET. */
  readonly form: URLSearchParams;
  /** The token that every form must contain. */
  readonly formToken: string;
  readonly flash: Flash | undefined;
  /** Writes an instant in the time zone of the dashboard. */
  readonly time: Time;
}

/** The part of the dashboard that a page belongs to, marked in the navigation. */
export type Section = 'overview' | 'endpoints' | 'businesses' | 'apps';

/** A page to show. */
export interface Page {
  readonly title: string;
  readonly section?: Section;
  /** Default 200. */
  readonly status?: number;
  /** Whether the page has a drawn receipt and needs its style sheet. */
  readonly draws?: boolean;
  readonly body: Html;
}

/** Where to go after an action. */
export interface Redirect {
  /** A path of the dashboard. */
  readonly to: string;
  readonly flash?: Flash;
}

/** A file to save. */
export interface Download {
  readonly file: string;
  readonly type: string;
  readonly content: string;
}

/** The handler of one path. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Below the dashboard, with :params. */
  readonly path: string;
  readonly handle: (context: RequestContext) => Promise<Page | Redirect | Download>;
}

/** The problems of a form: a message for each field. */
export type Problems = Readonly<Record<string, string>>;
