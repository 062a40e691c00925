import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeZone, minutesPerDay, type QuietHours, quietUntil } from './notifications.ts';

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const shanghai = 'Asia/Shanghai';
const at = (text: string) => Date.parse(text);
const night: QuietHours = { from: 22 * 60, until: 7 * 60, days: everyDay, timeZone: shanghai };

describe('quiet hours', () => {
  it('last over midnight until the minute at which they end', () => {
    expect(quietUntil(night, at('2026-11-26T23:30:00+08:00'))).toBe(at('2026-11-27T07:00:00+08:00'));
    expect(quietUntil(night, at('2026-11-27T06:59:59.999+08:00'))).toBe(at('2026-11-27T07:00:00+08:00'));
    expect(quietUntil(night, at('2026-11-27T07:00:00+08:00'))).toBeNull();
    expect(quietUntil(night, at('2026-11-27T21:59:59+08:00'))).toBeNull();
    expect(quietUntil(night, at('2026-11-27T22:00:00+08:00'))).toBe(at('2026-11-28T07:00:00+08:00'));
  });

  it('begin on the chosen days only', () => {
    const fridays = { ...night, days: [5] };
    // 27 November 2026 is a Friday.
    expect(quietUntil(fridays, at('2026-11-27T03:00:00+08:00'))).toBeNull();
    expect(quietUntil(fridays, at('2026-11-28T03:00:00+08:00'))).toBe(at('2026-11-28T07:00:00+08:00'));
  });

  it('of whole days that follow each other end together', () => {
    const weekend = { from: 0, until: 0, days: [6, 0], timeZone: shanghai };
    expect(quietUntil(weekend, at('2026-11-28T12:00:00+08:00'))).toBe(at('2026-11-30T00:00:00+08:00'));
    expect(quietUntil(weekend, at('2026-11-30T00:00:00+08:00'))).toBeNull();
  });

  it('end at the wall clock also in the night of a clock change', () => {
    const berlin = { ...night, timeZone: 'Europe/Berlin' };
    expect(quietUntil(berlin, at('2026-03-28T23:00:00+01:00'))).toBe(at('2026-03-29T07:00:00+02:00'));
    expect(quietUntil(berlin, at('2026-10-24T23:00:00+02:00'))).toBe(at('2026-10-25T07:00:00+01:00'));
  });

  it('end later than now, within a week, and outside of quiet hours unless every minute is quiet', () => {
    const hours = fc.record({
      from: fc.integer({ min: 0, max: minutesPerDay - 1 }),
      until: fc.integer({ min: 0, max: minutesPerDay - 1 }),
      days: fc.uniqueArray(fc.constantFrom(...everyDay), { minLength: 1 }),
      timeZone: fc.constantFrom(shanghai, 'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC'),
    });
    const times = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') });
    fc.assert(
      fc.property(hours, times, (quiet, now) => {
        const end = quietUntil(quiet, now);
        if (end === null) return;
        expect(end).toBeGreaterThan(now);
        expect(end).toBeLessThanOrEqual(now + 7 * 86_400_000 + 7_200_000);
        const isAlways = quiet.from === quiet.until && quiet.days.length === 7;
        expect(quietUntil(quiet, end) === null).toBe(!isAlways);
      }),
    );
  });
});

it('knows the time zones of the runtime', () => {
  expect([isTimeZone(shanghai), isTimeZone('Mars/Base'), isTimeZone('')]).toEqual([true, false, false]);
});
