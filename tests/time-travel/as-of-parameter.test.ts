import { beforeEach, describe, expect, it } from 'vitest';
import { AS_OF_HEADER } from '#contracts/as-of.ts';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';

const BEGIN = Date.parse('2026-03-02T15:00:00Z');
const MINUTE_MS = 60_000;

let now = BEGIN;
// With the patience of the program: a read of a position that never comes waits two seconds.
const api = apiWorld({ clock: { now: () => new Date(now) } });
let company: Company;
let manager: HttpClient;
let associate: HttpClient;

beforeEach(async () => {
  company = await api.company();
  manager = await api.signedIn(company.manager);
  associate = await api.signedIn(company.associate);
});

/** The instant of now; the next change happens ten minutes later. */
async function instantAfter(work: () => Promise<{ status: number }>): Promise<string> {
  const { status } = await work();
  expect(status).toBe(200);
  // Other people see the change a moment later than its author.
  expect(await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS)).toBe(true);
  now += 10 * MINUTE_MS;
  return new Date(now - 5 * MINUTE_MS).toISOString();
}

const at = (instant: string) => `as-of=${instant}`;

async function sold(form: Record<string, string> = {}): Promise<Sale> {
  const body = { name: 'Panels', campaignId: company.campaignId, price: '100', status: 'Closed', ...form };
  return (await associate.post('/sales/addsale', body)).body.requestedData[0];
}

describe('a read as of an instant in the past', () => {
  it('shows a sale before its edit, and after its deletion', async () => {
    const sale = await sold({ price: '100' });
    const list = `/sales/getsales/all?employeeId=${company.associate.employeeId}`;
    const total = `/sales/get-commission/${company.associate.employeeId}?`;
    const recorded = await instantAfter(async () => ({ status: 200 }));
    const edited = await instantAfter(() =>
      associate.patch(`/sales/editsale/${sale.id}`, { price: '200', status: 'Closed' }),
    );
    const deleted = await instantAfter(() => associate.delete(`/sales/delete/${sale.id}`));
    const shown = async (instant: string) => {
      const { body } = await manager.get(`${list}&${at(instant)}`);
      const { body: sum } = await manager.get(`${total}${at(instant)}`);
      return [body.requestedData.map(({ price }: Sale) => price), sum.commission];
    };
    expect(await shown(recorded)).toEqual([['$100.00'], 8.7]);
    expect(await shown(edited)).toEqual([['$200.00'], 17.4]);
    expect(await shown(deleted)).toEqual([[], 0]);
  });

  it('shows the old name of a campaign, also on its sales, and its former employees', async () => {
    await sold();
    const before = await instantAfter(async () => ({ status: 200 }));
    await instantAfter(() =>
      manager.patch(`/campaigns/editcampaign/${company.campaignId}`, { name: 'Lunar' }),
    );
    const names = async (more: string) => {
      const sales = await associate.get(`/sales/getsales/all?limit=1${more}`);
      const campaigns = await manager.get(`/campaigns/getcampaigns/all?${more}`);
      return [sales.body.requestedData[0].name, campaigns.body.requestedData[0].campaign_name];
    };
    expect(await names(`&${at(before)}`)).toEqual(['Solar', 'Solar']);
    expect(await names('')).toEqual(['Lunar', 'Lunar']);
  });

  it('shows employees deleted since, and a shift before its hours were set', async () => {
    const { employeeId } = company.colleague;
    const today = new Date(now).toISOString().slice(0, 10);
    await api.signedIn(company.colleague);
    const came = await instantAfter(async () => ({ status: 200 }));
    const set = await instantAfter(() =>
      manager.patch('/employees/edit/shiftDuration/manager', {
        ...{ shiftDuration: '3', employeeId, loginDate: today },
      }),
    );
    await instantAfter(() => manager.delete(`/employees/delete/${employeeId}`));
    const day = async (instant: string) => {
      const { body } = await manager.get(
        `/logs/getlogsbyid&date?id=${employeeId}&date=${today}&${at(instant)}`,
      );
      return body.requestedData[0]?.shift_duration;
    };
    expect(await day(came)).toBe(8);
    expect(await day(set)).toBe(3);
    const person = async (more: string) =>
      (await manager.get(`/employees/getemployee/${employeeId}?former=true&${more}`)).body.requestedData[0];
    expect(await person('')).toHaveProperty('deleted_at');
    expect(await person(at(set))).toMatchObject({ id: employeeId });
    expect(await person(at(set))).not.toHaveProperty('deleted_at');
  });

  it('shows a sale with its former owner, also on another day', async () => {
    const list = (more: string) => associate.get(`/sales/getsales/all?limit=1&${more}`);
    const sale = await sold({ name: 'Moved' });
    const before = await instantAfter(async () => ({ status: 200 }));
    await instantAfter(() => associate.patch(`/sales/editsale/${sale.id}`, { name: 'Gone', status: 'Lead' }));
    expect((await list(at(before))).body.requestedData[0]).toMatchObject({
      sale_name: 'Moved',
      status: 'Closed',
    });
  });

  it('is empty before the company was founded', async () => {
    const reply = await manager.get('/employees/getemployees/all?as-of=2020-01-01T00:00:00Z');
    expect(reply).toMatchObject({ status: 200, body: { requestedData: [] } });
    expect(reply.headers.get(AS_OF_HEADER)).toBe('-1 2020-01-01T00:00:00.000Z');
    // A person without an account at that time is still signed in.
    expect((await manager.get('/employees/getemployee?as-of=2020-01-01T00:00:00Z')).status).toBe(404);
  });

  it('names the last event it includes and the time of that event', async () => {
    const sale = await sold();
    const instant = await instantAfter(async () => ({ status: 200 }));
    const byInstant = await associate.get(`/sales/getsales/all?limit=1&${at(instant)}`);
    expect(byInstant.body.requestedData[0].id).toBe(sale.id);
    const [position, clock] = (byInstant.headers.get(AS_OF_HEADER) ?? '').split(' ');
    expect(clock).toBe(instant);
    const byPosition = await associate.get(`/sales/getsales/all?limit=1&as-of=@${position}`);
    expect(byPosition.body).toEqual(byInstant.body);
    const before = await associate.get(`/sales/getsales/all?limit=1&as-of=@${Number(position) - 1}`);
    expect(before.body.requestedData[0]?.id).not.toBe(sale.id);
    // The clock is that of the last event, not of now: values that move with time stand still.
    expect(byPosition.headers.get(AS_OF_HEADER)).toBe(
      `${position} ${new Date(now - 10 * MINUTE_MS).toISOString()}`,
    );
  });

  it('does not mix with replies of now, however fast they follow each other', async () => {
    const path = `/sales/get-commission/${company.associate.employeeId}?`;
    const before = await instantAfter(async () => ({ status: 200 }));
    const was = (await associate.get(path)).body.commission;
    await sold({ price: '1000' });
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => associate.get(turn % 2 ? path : `${path}${at(before)}`)),
    );
    const sums = replies.map(({ body }) => body.commission);
    expect(new Set(sums.filter((_, turn) => turn % 2 === 0))).toEqual(new Set([was]));
    expect(new Set(sums.filter((_, turn) => turn % 2 === 1))).toEqual(new Set([was + 87]));
  });
});

describe('an as-of parameter', () => {
  it.each(['', 'yesterday', '2026-03-02', '2026-03-02T10:00:00', '@', '@-1', '2026-02-30T10:00:00Z'])(
    'is refused when it is no moment: %j',
    async (moment) => {
      const reply = await manager.get(`/goals/getgoals/all?as-of=${moment}`);
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalidAsOf' } });
    },
  );

  it('is refused twice in one query', async () => {
    expect(await manager.get('/goals/getgoals/all?as-of=@1&as-of=@2')).toMatchObject({
      status: 400,
      body: { error: 'invalidAsOf' },
    });
  });

  it('is refused in the future, by the clock or by the log', async () => {
    const later = new Date(now + MINUTE_MS).toISOString();
    for (const moment of [later, '@999999999']) {
      const reply = await manager.get(`/goals/getgoals/all?as-of=${moment}`);
      expect(reply).toMatchObject({ status: 400, body: { error: 'asOfFuture' } });
    }
  });

  it('is refused by calls without a past, and by writes', async () => {
    const refused = { status: 400, body: { error: 'asOfNotHere' } };
    const form = { name: 'Panels', campaignId: company.campaignId, price: '1' };
    const count = async () => (await associate.get('/sales/getsales/all')).body.requestedData.length;
    const before = await count();
    const owner = await api.signedIn(company.owner);
    expect(await associate.post('/sales/addsale?as-of=@1', form)).toMatchObject(refused);
    expect(await owner.get('/companies/get-company?as-of=@1')).toMatchObject(refused);
    expect(await associate.patch('/sales/update/salesperhour?as-of=@1')).toMatchObject(refused);
    expect(await count()).toBe(before);
  });
});

it('a read of the past is refused to people who may not see the present data', async () => {
  const instant = new Date(now).toISOString();
  for (const path of [
    `/logs/getlogs/${company.manager.employeeId}`,
    '/goals/getgoals/all',
    `/sales/getsales/all?employeeId=${company.manager.employeeId}`,
  ]) {
    const moment = `${path}${path.includes('?') ? '&' : '?'}${at(instant)}`;
    expect((await associate.get(moment)).status, path).toBe(403);
    expect((await manager.get(moment)).status, path).toBe(200);
  }
  const other = await api.company();
  const stranger = await api.signedIn(other.manager);
  const theirs = await stranger.get(
    `/sales/getsales/all?employeeId=${company.associate.employeeId}&as-of=@999`,
  );
  expect(theirs.status).toBe(400);
  const position = await api.store.head();
  const asked = await stranger.get(
    `/sales/getsales/all?employeeId=${company.associate.employeeId}&as-of=@${position}`,
  );
  expect(asked).toMatchObject({ status: 404, body: { error: 'noSuchEmployee' } });
});
