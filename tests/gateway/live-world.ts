import { expect, onTestFinished, vi } from 'vitest';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import type { SeededCompany } from '#tests/support/servers/seed-company.ts';
import type { TestProgram } from '#tests/support/servers/test-program.ts';
import { type Dashboard, openDashboard } from './dashboard.ts';

export const TICK_MS = 10;

/** Waits for news that travels through a real server. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: MAX_WAIT_MS, interval: TICK_MS });
}

/** Closed when the requesting test is over. */
export function dashboardOf(program: { url: string }, person: HttpClient, reconnection = false): Dashboard {
  const dashboard = openDashboard(program.url, person.cookieHeader(), { reconnection });
  onTestFinished(dashboard.close);
  return dashboard;
}

/** Connected, with its billboard loaded. */
export async function readyDashboard(program: { url: string }, person: HttpClient): Promise<Dashboard> {
  const dashboard = dashboardOf(program, person);
  await eventually(() => expect(dashboard.board()).not.toBeNull());
  return dashboard;
}

export async function recordSale(
  person: HttpClient,
  company: SeededCompany,
  form: Record<string, string> = {},
): Promise<string> {
  const reply = await person.post('/api/sales/addsale', {
    name: 'Panels',
    campaignId: company.campaigns[0]?.campaignId ?? '',
    price: '100',
    status: 'Closed',
    ...form,
  });
  expect(reply.status).toBe(200);
  return reply.body.requestedData.at(-1).id;
}

/** Directly through the command handler, for bursts that are not about HTTP. Returns the position. */
export async function recordDirectly(
  { core }: Pick<TestProgram, 'core'>,
  company: SeededCompany,
  employeeId: string,
  price = '10',
): Promise<number> {
  const now = core.clock.now().toISOString();
  const outcome = await core.commands.sales.recordSale(
    contextOf(company.companyId, { actorId: employeeId, now }),
    {
      employeeId,
      campaignId: company.campaigns[0]?.campaignId ?? '',
      entryDate: localDate(now, DAYTIME_ZONE),
      actorIsManager: false,
      name: 'Panels',
      price,
      status: 'Closed',
    },
  );
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.position;
}

/** The billboard of today from REST, for that client. */
export async function restBillboard(person: HttpClient, date: string): Promise<BillboardRow[]> {
  const reply = await person.get(`/api/logs/getlogsdaily/${date}`);
  expect(reply.status).toBe(200);
  return reply.body.requestedData;
}

/** The TCP connection of a dashboard: paused, it is like a browser on a dead network. */
export function wireOf(dashboard: Dashboard): { pause(): void; resume(): void } {
  const engine = dashboard.socket.io.engine as unknown as { transport: { ws: { _socket: never } } };
  return engine.transport.ws._socket;
}

/** Publishes whole billboards until the buffers of a paused dashboard are full and it is left out. */
export async function fillBuffers(program: TestProgram): Promise<void> {
  await eventually(async () => {
    program.bus.publish({ kind: 'missed' });
    const { body } = await program.client().get('/metrics');
    const leftOut = /^tallyboard_live_slow_clients_total\{outcome="left out"\} (\d+)$/m.exec(body)?.[1];
    expect(Number(leftOut ?? 0), 'slow clients left out').toBeGreaterThan(0);
  });
}
