import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { asText } from './dashboard.ts';
import { dashboardOf, eventually, recordDirectly, restBillboard, TICK_MS } from './live-world.ts';

const DASHBOARDS = 200;
/** Sales that are recorded at the same time. */
const LANES = 6;

let program: TestProgram;
let company: SeededCompany;
let people: HttpClient[];

beforeAll(async () => {
  program = await startTestProgram();
  company = await program.seedCompany({ associates: 12 });
  const emails = [...company.managers, ...company.associates.slice(0, 7)].map(({ email }) => email);
  people = await Promise.all(emails.map((email) => program.signIn(email)));
});
afterAll(() => program.stop());

it(`${DASHBOARDS} dashboards that open during a storm of sales all end with the billboard of REST, byte for byte`, {
  tags: ['reliability-20'],
}, async () => {
  const calm = new AbortController();
  let last = 0;
  const dashboards = Array.from({ length: DASHBOARDS }, (_, at) =>
    dashboardOf(program, people[at % people.length] as HttpClient, true),
  );
  const storm = Array.from({ length: LANES }, async (_, lane) => {
    for (let sale = lane; !calm.signal.aborted; sale += 5) {
      const seller = company.associates[sale % company.associates.length]?.employeeId ?? '';
      const position = await recordDirectly(program, company, seller, String(1 + (sale % 97)));
      last = Math.max(last, position);
      // As fast as the dashboards follow: a faster storm takes the processor from those that still open.
      const open = dashboards.filter((dashboard) => dashboard.board() !== null);
      const followed = open[sale % open.length];
      if (!followed) await sleep(TICK_MS);
      else await eventually(() => expect(followed.board()?.version).toBeGreaterThanOrEqual(position));
    }
  });
  const stormEnds = Promise.all(storm);
  // A failure of the wait below is reported first.
  stormEnds.catch(() => {});
  try {
    // One after the other: many checks would take the processor from the server, and one wait for all of them would fail
    // on a machine that is merely slow.
    for (const dashboard of dashboards)
      await eventually(() => expect(dashboard.changes('billboard').length).toBeGreaterThanOrEqual(2));
  } finally {
    calm.abort();
  }
  await stormEnds;
  expect(await program.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);

  const [first] = people as [HttpClient];
  const date = dashboards[0]?.board()?.date ?? '';
  const truth = asText(await restBillboard(first, date));
  for (const dashboard of dashboards) {
    await eventually(() => expect(asText(dashboard.board()?.rows.values() ?? [])).toBe(truth));
    expect(dashboard.gaps).toEqual([]);
    expect(dashboard.snapshots('billboard').length).toBeLessThanOrEqual(dashboard.connections());
    expect(dashboard.messages.find(({ topic }) => topic === 'billboard')).not.toHaveProperty('from');
  }
});
