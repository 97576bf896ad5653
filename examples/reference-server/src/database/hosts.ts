/** Which hosts to use: any host, only hosts that accept writes, or only hosts that are not in recovery. */
export type SessionAttributes = 'any' | 'read-write' | 'primary';

/** The servers named in a database URL. */
export interface Hosts {
  /** One URL for each host, in the order in which to try them. */
  readonly urls: readonly string[];
  readonly session: SessionAttributes;
}

const PARTS = /^(?<scheme>postgres(?:ql)?:\/\/)(?<authority>[^/?#]*)(?<rest>(?:[/?#].*)?)$/s;

const SUPPORTED: readonly string[] = ['any', 'read-write', 'primary'] satisfies SessionAttributes[];

/**
 * Reads a URL as libpq does: `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?target_session_attrs=read-write`.
 * With several hosts, the default is `read-write` instead of `any`, because this server cannot work with a read-only
 * database.
 *
 * @throws Error, whose message never contains the URL, because it may contain a password
 */
export function readHosts(url: string): Hosts {
  const { scheme = '', authority = '', rest = '' } = PARTS.exec(url)?.groups ?? {};
  const at = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(at).split(',');
  const query = new URLSearchParams(rest.includes('?') ? rest.slice(rest.indexOf('?') + 1) : '');
  const session = query.get('target_session_attrs') ?? (hosts.length > 1 ? 'read-write' : 'any');
  if (!isSupported(session)) {
    throw new Error(
      `target_session_attrs in the database URL must be any, read-write or primary, found ${JSON.stringify(session)}`,
    );
  }
  if (hosts.length > 1 && hosts.includes('')) {
    throw new Error('The database URL must name each host, found an empty host name between commas');
  }
  return { urls: hosts.map((host) => `${scheme}${authority.slice(0, at)}${host}${rest}`), session };
}

function isSupported(text: string): text is SessionAttributes {
  return SUPPORTED.includes(text);
}

/** A statement that returns one row: whether the connection meets the requirement `session`. */
export const SUITS: Readonly<Record<Exclude<SessionAttributes, 'any'>, string>> = {
  'read-write': `SELECT current_setting('transaction_read_only') = 'off' AS suits`,
  primary: 'SELECT NOT pg_is_in_recovery() AS suits',
};
