import type { RefusedWrites } from 'receipt-reference-server/config.js';
import type { Parts } from 'receipt-reference-server/server.js';
import type { Html } from './view/html.js';
import type { Time } from './view/time.js';

/** What the pages work on. */
export interface DashboardContext extends Omit<Parts, 'config'> {
  /** IANA name of the time zone in which times are shown. */
  readonly timeZone: string;
  /** What is kept of refused writes. */
  readonly refusedWrites: RefusedWrites;
}

/** What the page after an action tells, once. */
export interface Flash {
  readonly text: string;
  /** A credential that is told this once. */
  readonly token?: string;
  /** Whether the page shows the secret that it otherwise hides. */
  readonly reveal?: boolean;
}

/** One request of somebody who has signed in. */
export interface Visit {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The fields of a posted form; empty for GET. */
  readonly form: URLSearchParams;
  /** What every form must carry. */
  readonly formToken: string;
  readonly flash: Flash | undefined;
  /** Writes an instant in the time zone of the dashboard. */
  readonly time: Time;
}

/** The part of the dashboard that a page belongs to, as marked in the navigation. */
export type Section = 'overview' | 'endpoints' | 'businesses' | 'apps';

/** A page to show. */
export interface Page {
  readonly title: string;
  readonly section?: Section;
  /** 200 where absent. */
  readonly status?: number;
  /** Whether it holds a drawn receipt, whose style sheet it then needs. */
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
  /** Its name. */
  readonly file: string;
  readonly type: string;
  readonly content: string;
}

/** What answers one path. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Below the dashboard, with :params. */
  readonly path: string;
  readonly handle: (visit: Visit) => Promise<Page | Redirect | Download>;
}

/** What is wrong with a form: field → what would be right. */
export type Problems = Readonly<Record<string, string>>;
