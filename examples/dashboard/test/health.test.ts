import { describe, expect, it } from 'vitest';
import { byHarm, healthOf, needsAttention, type Health } from '../src/health.js';
import type { EndpointStatus } from '../src/endpoint-status.js';

const NOW = Date.UTC(2026, 10, 21, 12, 30);
const ago = (minutes: number) => new Date(NOW - minutes * 60_000);
const NOTHING = { givenUp: 0, lastGivenUp: null };

/** The most recent hours, each with its numbers of successful and failed attempts. */
const hours = (...figures: readonly (readonly [delivered: number, failed: number])[]) => ({
  hours: figures.map(([delivered, failed], i) => ({
    start: new Date(Date.UTC(2026, 10, 21, 12 - (figures.length - 1 - i))),
    ...{ delivered, failed, p95Ms: undefined, created: 0, rejected: 0 },
  })),
});

const endpoint = { enabled: true, last_attempt_at: ago(1), failing_since: null, failing_attempts: 0 };
const failing = (minutes: number, attempts: number) => ({
  ...endpoint,
  failing_since: ago(minutes),
  failing_attempts: attempts,
});

describe('an endpoint', () => {
  it.each<[string, Health, Parameters<typeof healthOf>]>([
    ['healthy', { state: 'healthy' }, [endpoint, hours([100, 0], [40, 0]), NOTHING, NOW]],
    ['healthy at 5 %', { state: 'healthy' }, [endpoint, hours([95, 5], [19, 1]), NOTHING, NOW]],
    ['healthy with few attempts', { state: 'healthy' }, [endpoint, hours([0, 0], [10, 9]), NOTHING, NOW]],
    [
      'healthy again two hours later',
      { state: 'healthy' },
      [endpoint, hours([10, 90], [100, 0], [100, 0]), NOTHING, NOW],
    ],
    [
      'degraded at 30 %',
      { state: 'degraded', percent: 30, since: new Date(Date.UTC(2026, 10, 21, 11)) },
      [endpoint, hours([100, 0], [70, 30], [35, 15]), NOTHING, NOW],
    ],
    [
      'degraded at 30 %, even if the last attempts failed',
      { state: 'degraded', percent: 30, since: new Date(Date.UTC(2026, 10, 21, 12)) },
      [failing(2, 3), hours([100, 0], [70, 30]), NOTHING, NOW],
    ],
    [
      'degraded by the previous hour only',
      { state: 'degraded', percent: 6, since: new Date(Date.UTC(2026, 10, 21, 11)) },
      [endpoint, hours([94, 6], [0, 0]), NOTHING, NOW],
    ],
    [
      'degraded by events that the server gave up on today',
      { state: 'degraded', givenUp: 7 },
      [endpoint, hours([100, 0]), { givenUp: 7, lastGivenUp: ago(600) }, NOW],
    ],
    [
      'healthy, even if the server gave up on events the day before',
      { state: 'healthy' },
      [endpoint, hours([100, 0]), { givenUp: 7, lastGivenUp: ago(1_500) }, NOW],
    ],
    ['failing', { state: 'failing', since: ago(47) }, [failing(47, 4), hours([0, 0], [0, 4]), NOTHING, NOW]],
    [
      'failing after ten consecutive failures, despite recent successes',
      { state: 'failing', since: ago(2) },
      [failing(2, 10), hours([70, 30]), NOTHING, NOW],
    ],
    [
      'failing after more than ten minutes without success, despite earlier successes',
      { state: 'failing', since: ago(11) },
      [failing(11, 3), hours([70, 30]), NOTHING, NOW],
    ],
    [
      'failing immediately after a first failure',
      { state: 'failing', since: ago(1) },
      [failing(1, 1), hours([100, 1]), NOTHING, NOW],
    ],
    [
      'paused, regardless of earlier failures',
      { state: 'paused' },
      [{ ...failing(47, 4), enabled: false }, hours([0, 40]), { givenUp: 2, lastGivenUp: ago(5) }, NOW],
    ],
    ['new', { state: 'new' }, [{ ...endpoint, last_attempt_at: null }, hours([0, 0]), NOTHING, NOW]],
  ])('is %s', (_, expected, of) => {
    expect(healthOf(...of)).toEqual(expected);
    expect(needsAttention(expected)).toBe(['failing', 'degraded'].includes(expected.state));
  });

  it('ranks by how many events the server gave up on, then by how many are waiting, then by how long it has been failing', () => {
    const of = (id: string, givenUp: number, waiting: number, since?: Date) =>
      ({
        endpoint: { id },
        undelivered: { givenUp, waiting },
        health: since ? { state: 'failing', since } : { state: 'healthy' },
      }) as EndpointStatus;
    const all = [
      of('e', 0, 0),
      of('d', 0, 0, ago(1)),
      of('c', 0, 0, ago(9)),
      of('b', 0, 4, ago(1)),
      of('a', 1, 0, ago(1)),
    ];
    expect(all.sort(byHarm).map(({ endpoint: { id } }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
