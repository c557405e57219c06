import { expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { expireRegistrationsJob } from './expire-registrations.job.ts';
import type { Pending } from './pending-registrations.ts';

it('ends every registration that is due, however many, and stops where none can be ended', async () => {
  const due = new Set(Array.from({ length: 250 }, (_, at) => `company ${at}`));
  const stuck = 'company 7';
  let asked = 0;
  const job = expireRegistrationsJob({
    clock: { now: () => new Date('2026-03-09T12:00:00.000Z') },
    pending: {
      before: async (since, limit) => {
        asked += 1;
        expect(since).toEqual(new Date('2026-03-02T12:00:00.000Z'));
        return [...due].slice(0, limit).map((companyId) => ({ companyId }) as Pending);
      },
    },
    tickets: { forget: async () => 0 },
    end: async (_ctx, companyId) => companyId !== stuck && due.delete(companyId),
  });
  const run = { jobId: 'one', attempt: 1, signal: new AbortController().signal, log: createLog('silent') };
  await job.handler({}, run);
  expect([...due]).toEqual([stuck]);
  expect(asked).toBe(4);
});
