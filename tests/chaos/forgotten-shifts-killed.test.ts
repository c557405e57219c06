import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { START } from '#platform/event-store/event-store.port.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import {
  type ProgramProcess,
  startProgramProcess,
  temporaryDataDir,
  withCore,
} from '#tests/support/program-process.ts';
import { type SeededCompany, seedCompany } from '#tests/support/seed-company.ts';

const PEOPLE = 80;
const DAY_MS = 24 * 3_600_000;

const { dataDir, remove } = temporaryDataDir();
let program: ProgramProcess | undefined;
let company: SeededCompany;

/** Shifts of three days ago that nobody ended; the job looks for them as soon as a program starts. */
beforeAll(async () => {
  company = await withCore(dataDir, (core) => seedCompany(core, { associates: PEOPLE }));
  const now = new Date(Date.now() - 3 * DAY_MS).toISOString();
  await withCore(dataDir, async ({ commands }) => {
    for (const { employeeId } of company.associates) {
      const ctx = contextOf(company.companyId, { actorId: employeeId, now });
      await done(commands.shifts.login(ctx, { employeeId, timeZone: 'America/Toronto' }));
    }
  });
});
afterAll(async () => {
  await program?.stop();
  remove();
});

it('ends each forgotten shift once, also when it is killed in the middle', async () => {
  program = await startProgramProcess(dataDir);
  await killAtTheFirstEnd(program);
  const before = await ended();
  expect(before.size).toBeGreaterThan(0);
  expect(before.size).toBeLessThan(PEOPLE);
  // A start sweeps at once; it does not wait for the minute to be over.
  program = await startProgramProcess(dataDir);
  await vi.waitFor(async () => expect((await ended()).size).toBe(PEOPLE), {
    timeout: PATIENCE_MS,
    interval: 200,
  });
  expect([...(await ended()).values()]).toEqual(Array.from({ length: PEOPLE }, () => 1));
});

async function killAtTheFirstEnd(running: ProgramProcess): Promise<void> {
  const stop = new AbortController();
  await withCore(dataDir, async ({ store }) => {
    for await (const events of store.subscribe({ after: START, signal: stop.signal })) {
      if (!events.some(({ type }) => type === 'ShiftEnded')) continue;
      await running.kill();
      stop.abort();
    }
  });
}

/** How many ends each person's shift has. */
function ended(): Promise<Map<string, number>> {
  return withCore(dataDir, async ({ store }) => {
    const ends = new Map<string, number>();
    for (const { type, stream } of await store.readAll({ limit: 10_000 })) {
      if (type === 'ShiftEnded') ends.set(stream, (ends.get(stream) ?? 0) + 1);
    }
    return ends;
  });
}
