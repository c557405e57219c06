import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Program } from '#services/main/program.ts';
import { type Dashboard, openDashboard } from '#tests/gateway/dashboard.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  signIn,
  startAnother,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

let first: TestProgram;
let second: Program;

beforeAll(async () => {
  first = await startTestProgram();
  // Learns of read-model changes only through what the first one writes.
  second = await startAnother(first, { roles: new Set(['api', 'gateway'] as const) });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

/** A person signed in once and connected to both programs, like a browser behind a load balancer. */
type Presence = {
  readonly asked: (path: string) => Promise<number[]>;
  readonly dashboards: readonly Dashboard[];
  /** Codes with which the audit feeds were closed; null while they are open. */
  readonly feeds: () => (number | null)[];
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function presence(email: string, hasFeed = false): Promise<Presence> {
  const here = await first.signIn(email);
  const there = createHttpClient(second.url);
  for (const [name, value] of here.cookies) there.cookies.set(name, value);
  const both: [{ url: string }, HttpClient][] = [
    [first, here],
    [second, there],
  ];
  const dashboards = both.map(([{ url }]) => openDashboard(url, here.cookieHeader()));
  const feeds = hasFeed ? both.map(([{ url }]) => auditFeed(url, here)) : [];
  closing.push(() => {
    for (const dashboard of dashboards) dashboard.close();
    for (const { socket } of feeds) socket.terminate();
  });
  await vi.waitFor(() => {
    for (const dashboard of dashboards) expect(dashboard.board()).not.toBeNull();
    for (const { socket } of feeds) expect(socket.readyState).toBe(WebSocket.OPEN);
  }, WAIT_OPTIONS);
  return {
    asked: (path) => Promise.all(both.map(async ([, client]) => (await client.get(`/api${path}`)).status)),
    dashboards,
    feeds: () => feeds.map(({ code }) => code()),
  };
}

function auditFeed(url: string, person: HttpClient) {
  const headers = { cookie: person.cookieHeader() };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/audit`, { headers });
  let closed: number | null = null;
  socket.on('close', (code) => {
    closed = code;
  });
  socket.on('error', () => {});
  return { socket, code: () => closed };
}

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, WAIT_OPTIONS);

const isOut = ({ asked, dashboards }: Presence, status: number) =>
  eventually(async () => {
    expect(await asked('/employees/getemployees/all')).toEqual([status, status]);
    expect(dashboards.map(({ socket }) => socket.connected)).toEqual([false, false]);
  });

async function companyWithOwner(): Promise<{ company: SeededCompany; owner: HttpClient }> {
  const company = await first.seedCompany();
  return { company, owner: await first.signIn(company.owner.email) };
}

it('deleted employees lose both programs, including dashboards and audit feeds', {
  tags: ['asvs-7.4.2', 'spec-6.10'],
}, async () => {
  const { company, owner } = await companyWithOwner();
  const { email, employeeId } = company.managers[0] as { email: string; employeeId: string };
  const person = await presence(email, true);
  expect(await person.asked('/employees/getemployees/all')).toEqual([200, 200]);

  expect((await owner.delete(`/api/employees/delete/${employeeId}`)).status).toBe(200);
  await isOut(person, 401);
  await eventually(() => expect(person.feeds()).toEqual([4401, 4401]));
  expect(person.dashboards.map((dashboard) => dashboard.signedOut())).toEqual([true, true]);
  await expect(first.signIn(email)).rejects.toThrow('401');
  await expect(signIn(createHttpClient(second.url), email)).rejects.toThrow('401');
});

it('demoted managers keep their session and lose manager access, in both programs', {
  tags: ['spec-6.10'],
}, async () => {
  const { company, owner } = await companyWithOwner();
  const { email, employeeId } = company.managers[0] as { email: string; employeeId: string };
  const person = await presence(email, true);
  await vi.waitFor(
    () => expect(person.dashboards.every((each) => each.news() !== null)).toBe(true),
    WAIT_OPTIONS,
  );

  const demotion = { employeeRole: 'sales associate', campaignId: company.campaigns[0]?.campaignId ?? '' };
  expect((await owner.patch(`/api/employees/editemployee/${employeeId}`, demotion)).status).toBe(200);
  expect((await person.asked('/employees/getemployees/all'))[0], 'where it was decided').toBe(403);
  await eventually(async () => {
    expect(await person.asked('/employees/getemployees/all')).toEqual([403, 403]);
    expect(person.feeds()).toEqual([4403, 4403]);
  });
  expect(await person.asked('/sales/getsales/all')).toEqual([200, 200]);
  expect(person.dashboards.map(({ socket }) => socket.connected)).toEqual([true, true]);

  // The demoted person gets no more of the managers' sale news, on the same connections as before.
  const received = () => person.dashboards.flatMap((dashboard) => dashboard.changes('sale news')).length;
  const before = received();
  const sale = { name: 'After', price: '5', status: 'Closed', campaignId: demotion.campaignId };
  expect((await owner.post('/api/sales/addsale', sale)).status).toBe(200);
  const isSold = (dashboard: Dashboard) =>
    [...(dashboard.board()?.rows.values() ?? [])].some(
      (row) => row.employee_id === company.owner.employeeId && row.sales === 1,
    );
  await vi.waitFor(() => expect(person.dashboards.every(isSold)).toBe(true), WAIT_OPTIONS);
  expect(received()).toBe(before);
});

it('employees of a company whose subscription ended are answered 402 and receive no news', async () => {
  const { company } = await companyWithOwner();
  const people = [
    await presence(company.associates[0]?.email ?? ''),
    await presence(company.managers[0]?.email ?? '', true),
  ];
  const now = new Date().toISOString();
  const ended = await first.core.commands.subscriptions.cancelSubscription(
    contextOf(company.companyId, { now }),
    { refundCents: 0 },
  );
  expect(ended.ok).toBe(true);
  for (const person of people) {
    await isOut(person, 402);
    expect(await person.asked('/employees/getemployee')).toEqual([200, 200]);
  }
  await eventually(() => expect(people[1]?.feeds()).toEqual([4403, 4403]));
});
