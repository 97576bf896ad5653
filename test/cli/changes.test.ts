import { lawChanges, type LawChange } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { calendar } from '../../cli/calendar.js';
import { run } from '../../cli/run.js';
import { memoryIo } from './streams.js';

async function changes(...args: string[]) {
  const io = memoryIo();
  const code = await run(['changes', ...args], io);
  return { code, stdout: io.stdout.text, stderr: io.stderr.text };
}
const json = async (...args: string[]) =>
  JSON.parse((await changes(...args, '--format', 'json')).stdout) as readonly LawChange[];

describe('receipt-rules changes', () => {
  it('lists the changes in a period, for all countries or for some', async () => {
    const year = ['--from', '2026-01-01', '--to', '2026-12-31'];
    expect(await json(...year)).toEqual(lawChanges(packs, '2026-01-01', '2026-12-31'));
    expect(await json(...year, '--country', 'SE', '--country', 'BE')).toEqual(
      lawChanges(packs, '2026-01-01', '2026-12-31', ['SE', 'BE']),
    );
  });

  it('covers one year, from today by default', async () => {
    expect(await json('--from', '2024-02-29')).toEqual(lawChanges(packs, '2024-02-29', '2025-02-28'));
    expect(await json('--from', '2026-01-01')).toEqual(lawChanges(packs, '2026-01-01', '2027-01-01'));
    const today = new Date().toISOString().slice(0, 10);
    for (const { day } of await json()) expect(day >= today).toBe(true);
  });

  it('prints a line for each change', async () => {
    const { code, stdout } = await changes('--from', '2027-12-31', '--to', '2028-01-01', '--country', 'SE');
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^2027-12-31 {2}SE {2}ends +6 % for food \(.+\)$/),
      expect.stringMatching(/^2028-01-01 {2}SE {2}begins +12 % for food \(.+\)$/),
    ]);
    expect((await changes('--from', '2027-12-30', '--to', '2027-12-30')).stdout).toContain('2027-12-30');
    expect(await json('--from', '2027-12-30', '--to', '2027-12-30')).toEqual([]);
  });

  it.each([
    [['--from', '2026-02-30'], '--from'],
    [['--from', 'today'], '--from'],
    [['--from', '9999-06-01'], '--to'],
    [['--to', '2026-2-1'], '--to'],
    [['--from', '2026-02-01', '--to', '2026-01-31'], '--to'],
    [['--country', 'ZZ'], '--country'],
    [['--format', 'xml'], 'ics'],
  ])('refuses %j', async (args, hint) => {
    const { code, stdout, stderr } = await changes(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(hint);
  });
});

describe('the calendar of changes', () => {
  const all = lawChanges(packs, '1900-01-01', '2100-01-01');
  const laws = packs.map(({ law }) => law);
  const text = calendar(all, laws);
  const unfolded = text.replaceAll('\r\n ', '');
  const values = (name: string) =>
    [...unfolded.matchAll(new RegExp(`^${name}:(.*)\r$`, 'gm'))].map(([, value]) => value!);

  it("is the same as the command's output", async () => {
    const { stdout } = await changes('--from', '1900-01-01', '--to', '2100-01-01', '--format', 'ics');
    expect(stdout).toBe(text);
  });

  it('has an all-day event for each change, in lines that RFC 5545 allows', () => {
    expect(values('DTSTART;VALUE=DATE')).toEqual(all.map(({ day }) => day.replaceAll('-', '')));
    expect(values('SUMMARY')).toHaveLength(all.length);
    const lines = text.split('\r\n');
    expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
    expect(lines.filter((line) => Buffer.byteLength(line) > 75 || /[\r\n]/.test(line))).toEqual([]);
  });

  it('has unique UIDs, which do not depend on the period', () => {
    const uids = values('UID');
    expect(new Set(uids).size).toBe(all.length);
    const some = calendar(lawChanges(packs, '2026-01-01', '2026-12-31'), laws).replaceAll('\r\n ', '');
    const ofSome = [...some.matchAll(/^UID:(.*)\r$/gm)].map(([, value]) => value!);
    expect(ofSome.filter((uid) => !uids.includes(uid))).toEqual([]);
    expect(ofSome.length).toBeGreaterThan(10);
  });

  it('escapes text, never splits characters, and distinguishes changes with the same text', () => {
    const change: LawChange = {
      day: '2026-01-01',
      country: 'QZ',
      part: 'rates',
      change: 'begins',
      what: `6 % for ${'å'.repeat(100)}`,
      source: 'Act 1; art. 2, 3\\4',
    };
    const made = calendar([change, change], [{ country: 'QZ', name: { en: 'Testland' } }]);
    expect(made.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    const whole = made.replaceAll('\r\n ', '');
    expect(whole).toContain(`SUMMARY:Testland: 6 % for ${'å'.repeat(100)} begins\r\n`);
    expect(whole).toContain('DESCRIPTION:Act 1\\; art. 2\\, 3\\\\4\r\n');
    expect(new Set([...whole.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)).size).toBe(2);
  });
});
