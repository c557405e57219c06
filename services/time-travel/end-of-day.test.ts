import { describe, expect, test } from 'vitest';
import { type EndOfDayQueries, endOfDay } from './end-of-day.ts';

type World = { zones: string[]; closed?: { position: number; at: string } };

/** The end of the date, and the instants after which closed shifts were searched. */
async function endOf(date: string, { zones, closed }: World, now = '2027-01-01T00:00:00.000Z') {
  const asked: string[] = [];
  const queries: EndOfDayQueries = {
    zonesOfDay: async () => zones,
    positionAt: async (_company, instant) => {
      asked.push(instant);
      return 70;
    },
    closedBehind: async (_company, _date, position) => (closed && closed.position > position ? closed : null),
  };
  const end = await endOfDay(queries, { companyId: 'co', date, timeZone: 'Asia/Tokyo', now });
  return end && { ...end, asked };
}

const TORONTO = 'America/Toronto';
const VANCOUVER = 'America/Vancouver';

describe('a date that is over', () => {
  test.each([
    ['2026-03-02', [TORONTO], '2026-03-03T05:00:00.000Z'],
    ['2026-03-02', [TORONTO, VANCOUVER, 'Europe/Paris'], '2026-03-03T08:00:00.000Z'],
    // The clocks went forward in the night before, and back.
    ['2026-03-08', [TORONTO, VANCOUVER], '2026-03-09T07:00:00.000Z'],
    ['2026-11-01', [TORONTO], '2026-11-02T05:00:00.000Z'],
    ['2026-10-25', ['Europe/Paris'], '2026-10-25T23:00:00.000Z'],
    ['2026-03-02', [], '2026-03-02T15:00:00.000Z'],
  ])('%s in %j ends at %s', async (date, zones, midnight) => {
    expect(await endOf(date, { zones })).toEqual({ position: 70, instant: midnight, asked: [midnight] });
  });

  test('includes the shifts closed by midnight, however late that was recorded', async () => {
    const closed = { position: 75, at: '2026-03-03T05:00:41.000Z' };
    expect(await endOf('2026-03-02', { zones: [TORONTO], closed })).toMatchObject({
      position: 75,
      instant: closed.at,
    });
  });

  test('is over from its own midnight, not from a shift closed earlier in another zone', async () => {
    const closed = { position: 75, at: '2026-03-03T05:00:41.000Z' };
    const end = await endOf('2026-03-02', { zones: [TORONTO, VANCOUVER], closed });
    expect(end).toMatchObject({ position: 75, instant: '2026-03-03T08:00:00.000Z' });
  });
});

test('a date that is not over everywhere has no end yet', async () => {
  const zones = [TORONTO, VANCOUVER];
  expect(await endOf('2026-03-02', { zones }, '2026-03-03T07:59:59.999Z')).toBeNull();
  expect(await endOf('2026-03-02', { zones }, '2026-03-03T08:00:00.000Z')).not.toBeNull();
});
