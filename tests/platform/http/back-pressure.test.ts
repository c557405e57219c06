import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Program } from '#services/main/program.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  signIn,
  startAnother,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

/** Of the database for each sale that is projected: 25 a second at most, far fewer than are sent. */
const SLOW_MS = 40;
/** They wait for a second at most, so they can be slowed down to 12 sales a second. */
const WRITERS = 12;
const WRITING_MS = 2500;

const SLOWED_DOWN = `
  CREATE FUNCTION slowed_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_sleep(${SLOW_MS / 1000});
    RETURN new;
  END $$;
  CREATE TRIGGER slowed_down BEFORE INSERT ON read.sales FOR EACH ROW EXECUTE FUNCTION slowed_down()`;

let program: TestProgram;
/** Writes, and does not project. */
let other: Program;
let company: SeededCompany;
beforeAll(async () => {
  program = await startTestProgram();
  other = await startAnother(program, { roles: new Set(['api'] as const) });
  company = await program.seedCompany({ associates: 2 });
  await program.core.database.owner.query(SLOWED_DOWN);
});
afterAll(async () => {
  await other.stop();
  await program.stop();
});

it('writers that send as fast as they can are slowed down before slow projections are five seconds behind', async () => {
  const sellers = await Promise.all(
    [program.url, other.url].map((url, at) =>
      signIn(createHttpClient(url), company.associates[at]?.email ?? ''),
    ),
  );
  const began = performance.now();
  const first = program.progress.position();
  let last = first;
  let furthestBehind = 0;

  async function write(seller: HttpClient): Promise<void> {
    const form = {
      name: 'Roof',
      campaignId: company.campaigns[0]?.campaignId ?? '',
      price: '10',
      status: 'Closed',
    };
    while (performance.now() - began < WRITING_MS) {
      const { status, headers } = await seller.post('/api/sales/addsale', form);
      expect(status).toBe(200);
      last = Math.max(last, Number(headers.get('x-tallyboard-position')));
      furthestBehind = Math.max(furthestBehind, last - program.progress.position());
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, at) => write(sellers[at % 2] as HttpClient)));
  expect(await program.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
  // By the pace of this run: a busy machine slows down both sides.
  const aSecond = ((last - first) / (performance.now() - began)) * 1000;
  expect(furthestBehind / aSecond).toBeLessThan(5);
});
