import type { Replay, ReplayMoment } from '#contracts/endpoints/replay.endpoints.ts';

const card = (employee_id: string, first_name: string): Replay['cards'][number] => ({
  id: `shift ${employee_id}`,
  employee_id,
  first_name,
  last_name: 'Test',
  campaign_name: 'Solar Roofs',
  login_time: '2026-03-02T13:00:00.000Z',
  timezone: 'America/Toronto',
  current_timezone: 'America/Toronto',
  logout_time: null,
  shift_duration: 8,
});

export function aMoment(changed: Partial<ReplayMoment> = {}): ReplayMoment {
  return {
    at: '2026-03-02T13:00:00.000Z',
    position: 1,
    kind: 'closed',
    employee_id: 'ann',
    price: 1240,
    rows: [],
    gone: [],
    ...changed,
  };
}

/** Ann and Bob start at one, sell at 13:30 and at 14:00, Ann again at eight; the day ends at midnight. */
export function aReplay(changed: Partial<Replay> = {}): Replay {
  const at = (time: string) => `2026-03-02T${time}.000Z`;
  return {
    date: '2026-03-02',
    end: '2026-03-03T00:00:00.000Z',
    later: 0,
    cards: [card('ann', 'Ann'), card('bob', 'Bob')],
    moments: [
      aMoment({
        ...{ kind: 'shift started', price: null },
        at: at('13:00:00'),
        position: 1,
        employee_id: 'ann',
        rows: [{ card: 0, sales: 0, commission: 0 }],
      }),
      aMoment({
        ...{ kind: 'shift started', price: null },
        at: at('13:00:00'),
        position: 2,
        employee_id: 'bob',
        rows: [{ card: 1, sales: 0, commission: 0 }],
      }),
      aMoment({ at: at('13:30:00'), position: 3, rows: [{ card: 0, sales: 1, commission: 10.1 }] }),
      aMoment({
        ...{ at: at('14:00:00'), position: 4, employee_id: 'bob', price: null },
        rows: [{ card: 1, sales: 1, commission: 20.2 }],
      }),
      aMoment({ at: at('20:00:00'), position: 5, rows: [{ card: 0, sales: 2, commission: 30.3 }] }),
    ],
    ...changed,
  };
}
