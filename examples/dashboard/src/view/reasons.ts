import { STATUS_CODES } from 'node:http';
import type { ErrorClass } from 'receipt-reference-server/delivery/attempt.js';

/** The outcome of an attempt, from the list of attempts or from the endpoint's row. */
export interface Outcome {
  /** The endpoint's URL. */
  readonly url: string;
  readonly status: number | null;
  readonly errorClass: string | null;
  /** The IP address that the attempt connected to, if known. */
  readonly address?: string | null;
}

/** An explanation of an outcome: what happened and what to do about it. */
export interface Reason {
  readonly what: string;
  /** Empty if there is nothing to do. */
  readonly advice: string;
}

const REDELIVER = 'then redeliver';

/** Explains the outcome of an attempt. */
export function reasonOf(outcome: Outcome): Reason {
  const { status, errorClass } = outcome;
  if (errorClass === null) return { what: answered(status), advice: '' };
  const { host, peer } = placesOf(outcome);
  switch (errorClass as ErrorClass) {
    case 'http_status':
      return { what: answered(status), advice: adviceOn(status ?? 0) };
    case 'redirect':
      return {
        what: `${answered(status)}: redirects are not followed`,
        advice: `Change the endpoint’s URL to the target of the redirect, ${REDELIVER}.`,
      };
    case 'timeout':
      return {
        what: 'No response within 10 seconds',
        advice: `Respond with 2xx before processing the event, ${REDELIVER}.`,
      };
    case 'dns':
      return { what: `${host} does not resolve`, advice: `Correct the URL or the DNS record, ${REDELIVER}.` };
    case 'forbidden_address':
      return {
        what: `${host} resolves to an address that is not allowed`,
        advice: 'Use a public address for the receiver. Private and loopback addresses are not allowed.',
      };
    case 'connect':
      return {
        what: `Could not connect to ${peer}`,
        advice: `Start the receiver, ${REDELIVER}.`,
      };
    case 'tls':
      return {
        what: `TLS handshake with ${host} failed: invalid certificate`,
        advice: `Check that the certificate has not expired, is valid for ${host}, and is sent with its full chain, ${REDELIVER}.`,
      };
    case 'closed':
      return {
        what: `${host} closed the connection before it responded`,
        advice: `Check the logs of the receiver and any proxy in front of it, ${REDELIVER}.`,
      };
    case 'protocol':
      return {
        what: `${host} did not send a valid HTTP/1.1 response`,
        advice: `Check whether another service is listening on that port, ${REDELIVER}.`,
      };
    case 'unreadable':
      return {
        what: 'Nothing was sent: the stored document cannot be read',
        advice: `Run the command verify, restore the document from a backup or an export, ${REDELIVER}.`,
      };
    default:
      return { what: errorClass, advice: '' };
  }
}

function answered(status: number | null): string {
  const phrase = STATUS_CODES[status ?? 0];
  return `${status ?? 'No status'}${phrase === undefined ? '' : ` ${phrase}`}`;
}

function adviceOn(status: number): string {
  switch (status) {
    case 401:
    case 403:
      return `The receiver rejected the request. Check that it uses this endpoint’s signing secret, ${REDELIVER}.`;
    case 404:
    case 405:
    case 410:
      return `The receiver does not accept webhooks at this path. Correct the endpoint’s URL, ${REDELIVER}.`;
    case 413:
      return `The receiver does not accept a body of this size. Raise its limit, ${REDELIVER}.`;
    case 429:
      return 'The receiver is rate limiting. The delivery is retried automatically.';
    default:
      return status >= 500
        ? `The receiver failed. Check its log, ${REDELIVER}.`
        : `The receiver rejected the request. Check its log, ${REDELIVER}.`;
  }
}

/** Returns the host of a URL, and the address and port of the connection. */
function placesOf({ url, address }: Outcome): { host: string; peer: string } {
  if (!URL.canParse(url)) return { host: url, peer: url };
  const { hostname, port, protocol } = new URL(url);
  const at = address ?? hostname;
  const literal = at.includes(':') && !at.startsWith('[') ? `[${at}]` : at;
  return { host: hostname, peer: `${literal}:${port || (protocol === 'http:' ? '80' : '443')}` };
}
