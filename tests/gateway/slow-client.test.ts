import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';
import { asText } from './dashboard.ts';
import {
  eventually,
  fillBuffers,
  readyDashboard,
  recordDirectly,
  restBillboard,
  wireOf,
} from './live-world.ts';

let program: TestProgram;
let company: SeededCompany;
let manager: HttpClient;
const crowd: string[] = [];

beforeAll(async () => {
  program = await startTestProgram();
  company = await program.seedCompany();
  manager = await program.signIn(company.managers[0]?.email ?? '');
  // A billboard of many long rows, so that a few of them fill the operating system's buffer for a socket.
  for (let at = 0; at < 300; at++) {
    const employeeId = newId();
    await done(
      program.core.commands.employees.addEmployee(contextOf(company.companyId), {
        employeeId,
        firstName: `Agent ${at} ${'x'.repeat(80)}`,
        lastName: 'y'.repeat(80),
        email: `agent${at}.${employeeId}@example.test`,
        role: 'sales associate',
        campaignId: company.campaigns[0]?.campaignId,
      }),
    );
    crowd.push(employeeId);
  }
  const sold = await Promise.all(crowd.map((id) => recordDirectly(program, company, id)));
  await program.progress.waitFor(Math.max(...sold), MAX_WAIT_MS);
});
afterAll(() => program.stop());

async function metric(name: string): Promise<number> {
  const { body } = await program.client().get('/metrics');
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1] ?? 0);
}

it('a client that does not read delays no others, fills no buffers, and is right again once it reads', {
  tags: ['reliability-21'],
}, async () => {
  const [slow, quick] = [await readyDashboard(program, manager), await readyDashboard(program, manager)];
  wireOf(slow).pause();
  await fillBuffers(program);

  for (const seller of crowd.slice(0, 20)) {
    const sold = await recordDirectly(program, company, seller);
    // As a change, or in a whole billboard because of the news above.
    await eventually(() => expect(quick.board()?.version).toBeGreaterThanOrEqual(sold));
  }

  const heardBefore = slow.messages.length;
  wireOf(slow).resume();
  await eventually(async () => {
    const board = slow.board();
    expect(asText(board?.rows.values() ?? [])).toBe(asText(await restBillboard(manager, board?.date ?? '')));
  });
  expect(slow.messages.length).toBeGreaterThan(heardBefore);
  expect(slow.gaps).toEqual([]);
  expect(slow.socket.connected).toBe(true);
});

it('a client that does not read is still closed when it is signed out', async () => {
  // The dashboards of the test before are still closing.
  await eventually(async () => expect(await metric('tallyboard_live_sockets')).toBe(0));
  const person = await program.signIn(company.associates[0]?.email ?? '');
  const dashboard = await readyDashboard(program, person);
  wireOf(dashboard).pause();
  const before = await metric('tallyboard_live_sockets');
  await person.delete('/api/logout');
  await eventually(async () => expect(await metric('tallyboard_live_sockets')).toBe(before - 1));
});
