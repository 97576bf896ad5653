import { STATUS_CODES } from 'node:http';
import type { ErrorClass } from 'receipt-reference-server/delivery/attempt.js';

/** How an attempt ended, from the log or the endpoint. */
export interface Outcome {
  /** The endpoint's URL. */
  readonly url: string;
  readonly status: number | null;
  readonly errorClass: string | null;
  /** The address, if it is known. */
  readonly address?: string | null;
}

/** A description of what happened, and what to do about it, in plain words. */
export interface Reason {
  readonly what: string;
  /** Empty if there is nothing to do. */
  readonly advice: string;
}

const REDELIVER = 'then redeliver';

/** Why an attempt ended as it did. */
export function reasonOf(outcome: Outcome): Reason {
  const { status, errorClass } = outcome;
  if (errorClass === null) return { what: answered(status), advice: '' };
  const { host, peer } = placesOf(outcome);
  switch (errorClass as ErrorClass) {
    case 'http_status':
      return { what: answered(status), advice: adviceOn(status ?? 0) };
    case 'redirect':
      return {
        what: `${answered(status)}, a redirect, which is not followed`,
        advice: `Set the URL of the endpoint to the place it leads to, ${REDELIVER}.`,
      };
    case 'timeout':
      return {
        what: 'No answer within 10 seconds',
        advice: `Let the receiver answer 2xx first and do its work afterwards, ${REDELIVER}.`,
      };
    case 'dns':
      return { what: `The name ${host} has no address`, advice: `Correct the URL or the DNS entry, ${REDELIVER}.` };
    case 'forbidden_address':
      return {
        what: `${host} leads to an address that may not be called`,
        advice: 'Give the receiver a public address: those of private networks and of this machine are refused.',
      };
    case 'connect':
      return {
        what: `Connection refused: nothing listens on ${peer}, or it cannot be reached`,
        advice: `Start the receiver, ${REDELIVER}.`,
      };
    case 'tls':
      return {
        what: `No secure connection to ${host}: its certificate does not hold`,
        advice: `Look whether the certificate has expired, names ${host}, and is sent with its whole chain, ${REDELIVER}.`,
      };
    case 'closed':
      return {
        what: `${host} closed the connection before it answered`,
        advice: `Look into the log of the receiver, and of the proxy before it, ${REDELIVER}.`,
      };
    case 'protocol':
      return {
        what: `What ${host} sent is no HTTP/1.1 answer`,
        advice: `Look whether something else listens on that port, ${REDELIVER}.`,
      };
    default:
      return { what: errorClass, advice: '' };
  }
}

function answered(status: number | null): string {
  const phrase = STATUS_CODES[status ?? 0];
  return `Answered ${status ?? 'nothing'}${phrase === undefined ? '' : ` ${phrase}`}`;
}

function adviceOn(status: number): string {
  switch (status) {
    case 401:
    case 403:
      return `The receiver does not take the request: look whether it has the signing secret of this endpoint, ${REDELIVER}.`;
    case 404:
    case 405:
    case 410:
      return `Nothing takes webhooks at this path: correct the URL of the endpoint, ${REDELIVER}.`;
    case 413:
      return `The receiver takes no body of this size: raise its limit, ${REDELIVER}.`;
    case 429:
      return 'The receiver asks for fewer requests: it is tried again later by itself.';
    default:
      return status >= 500
        ? `The receiver failed: look into its log, ${REDELIVER}.`
        : `The receiver refuses the request: look into its log, ${REDELIVER}.`;
  }
}

/** The host of a URL, and the address and port that were connected to. */
function placesOf({ url, address }: Outcome): { host: string; peer: string } {
  if (!URL.canParse(url)) return { host: url, peer: url };
  const { hostname, port, protocol } = new URL(url);
  const at = address ?? hostname;
  const literal = at.includes(':') && !at.startsWith('[') ? `[${at}]` : at;
  return { host: hostname, peer: `${literal}:${port || (protocol === 'http:' ? '80' : '443')}` };
}
