import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { START } from '#platform/event-store/event-store.port.ts';
import type { Core } from '#services/main/wiring.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { type ProgramProcess, temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';

const PEOPLE = 80;
/** The job cannot end more shifts before the kill, however late the test notices the first end. */
const MOST_ENDS = 20;
const DAY_MS = 24 * 3_600_000;

const { dataDir, remove } = temporaryDataDir();
let program: ProgramProcess | undefined;

const HOLD_UP = `
  CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM events WHERE type = 'ShiftEnded') > ${MOST_ENDS} THEN PERFORM pg_sleep(3600); END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER hold_up AFTER INSERT ON events FOR EACH ROW WHEN (new.type = 'ShiftEnded')
    EXECUTE FUNCTION hold_up()`;

/** Forgotten shifts of three days ago; the job looks for them as soon as a program starts. */
beforeAll(async () => {
  await withCore(dataDir, async (core) => {
    const company = await seedCompany(core, { associates: PEOPLE });
    const now = new Date(Date.now() - 3 * DAY_MS).toISOString();
    for (const { employeeId } of company.associates) {
      const ctx = contextOf(company.companyId, { actorId: employeeId, now });
      await done(core.commands.shifts.login(ctx, { employeeId, timeZone: 'America/Toronto' }));
    }
    await core.database.owner.query(HOLD_UP);
  });
});
afterAll(async () => {
  await program?.stop();
  remove();
});

it('ends each forgotten shift once, also when killed in the middle and its queue is lost', {
  tags: ['reliability-27'],
}, async () => {
  program = await startBuiltProgram(dataDir);
  await killAtTheFirstEnd(program);
  const before = await withCore(dataDir, async (core) => {
    await core.database.owner.query('DROP FUNCTION hold_up CASCADE; DROP SCHEMA bullmq CASCADE');
    return endsIn(core);
  });
  expect(before.size).toBeGreaterThan(0);
  expect(before.size).toBeLessThanOrEqual(MOST_ENDS);
  // A start checks at once, without waiting for the next minute.
  program = await startBuiltProgram(dataDir);
  const after = await withCore(dataDir, async (core) => {
    await vi.waitFor(async () => expect((await endsIn(core)).size).toBe(PEOPLE), WAIT_OPTIONS);
    return endsIn(core);
  });
  expect([...after.values()]).toEqual(Array.from({ length: PEOPLE }, () => 1));
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

/** The number of ends of each person's shift. */
async function endsIn({ store }: Pick<Core, 'store'>): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  for (const { type, stream } of await store.readAll({ limit: 10_000 })) {
    if (type === 'ShiftEnded') ends.set(stream, (ends.get(stream) ?? 0) + 1);
  }
  return ends;
}
