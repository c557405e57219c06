import { expect, it } from 'vitest';
import type { LiveMessage } from '#platform/live/live-bus.port.ts';
import { createAnnounceRates } from './refresh-sales-per-hour.job.ts';

it('announces every person and date, once for each company, and nothing where there is none', () => {
  const told: LiveMessage[] = [];
  const announce = createAnnounceRates({
    publish: (message) => told.push(message),
    subscribe: () => () => {},
    downForMs: () => null,
    close: async () => {},
  });
  announce([]);
  expect(told).toEqual([]);
  const rate = (companyId: string, employeeId: string) => ({
    companyId,
    employeeId,
    loginDate: '2026-03-02',
  });
  announce([rate('one', 'ada'), rate('two', 'cyd'), rate('one', 'bob')]);
  const row = (id: string) => ({ employee_id: id, day: '2026-03-02' });
  const changed = (companyId: string, ...ids: string[]) => ({
    ...{ model: 'rates', companyId, keys: ids.map(row) },
  });
  expect(told).toEqual([
    { kind: 'committed', position: -1, changes: [changed('one', 'ada', 'bob'), changed('two', 'cyd')] },
  ]);
});
