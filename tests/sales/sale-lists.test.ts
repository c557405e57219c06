import { beforeAll, describe, expect, it } from 'vitest';
import { contextOf, done } from '#tests/support/command-world.ts';
import type { Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { DAYS, listWorld } from './sale-list-world.ts';

const SALES = 25;

const { api, record, list, pages } = listWorld();
let company: Company;
let associate: HttpClient;
let manager: HttpClient;
beforeAll(async () => {
  company = await api.company();
  associate = await api.signedIn(company.associate);
  manager = await api.signedIn(company.manager);
  // Recorded in an order other than that of their days.
  for (let at = 0; at < SALES; at++) await record(company, `${at}`, DAYS[at % 3] as string);
});

describe('the list of sales', () => {
  it('is newest first, by date and then by the order of recording', async () => {
    const { requestedData, nextCursor } = await list(associate, 'all');
    expect(nextCursor).toBeUndefined();
    const expected = Array.from({ length: SALES }, (_, at) => at).sort((a, b) => (b % 3) - (a % 3) || b - a);
    expect(requestedData.map(({ sale_name }) => Number(sale_name))).toEqual(expected);
  });

  it.each([1, 7, 24, 25, 999])(
    'is the same list in pages of %d',
    { tags: ['decision-9.5'] },
    async (limit) => {
      const whole = (await list(associate, 'all')).requestedData;
      for (const path of ['all', `all?employeeId=${company.associate.employeeId}`]) {
        const seen = await pages(path === 'all' ? associate : manager, path, limit);
        expect(seen.flat()).toEqual(whole);
        expect(seen).toHaveLength(Math.max(1, Math.ceil(SALES / limit)));
      }
      const ofDay = await pages(associate, DAYS[1], limit);
      expect(ofDay.flat()).toEqual(whole.filter(({ entry_date }) => entry_date === DAYS[1]));
    },
  );

  it('repeats and loses no sale while sales are added, edited and deleted between pages', async () => {
    const other = await api.company();
    const seller = await api.signedIn(other.associate);
    const ids: string[] = [];
    for (let at = 0; at < 9; at++) ids.push(await record(other, `${at}`, DAYS[0]));
    let turned = 0;
    const seen = await pages(seller, 'all', 3, async () => {
      if (turned++ > 0) return;
      // The last sale of the page shown, one not yet shown, and a new one that sorts before all of them.
      const by = contextOf(other.companyId, { actorId: other.associate.employeeId });
      await done(api.commands.sales.deleteSale(by, { saleId: ids[6] as string, actorIsManager: false }));
      const changed = { saleId: ids[2] as string, actorIsManager: false, status: 'Closed', name: 'edited' };
      await done(api.commands.sales.editSale({ ...by, commandId: 'edit' }, changed));
      await record(other, 'new', DAYS[2]);
    });
    expect(seen.flat().map(({ sale_name }) => sale_name)).toEqual([
      '8',
      '7',
      '6',
      '5',
      '4',
      '3',
      'edited',
      '1',
      '0',
    ]);
  });

  it.each(['x', 'WyJhIl0', 'W10', 'bnVsbA', Buffer.from('["2026-02-30",1]').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      for (const path of ['all', DAYS[0]])
        expect(await associate.get(`/sales/getsales/${path}?cursor=${cursor}`)).toMatchObject({
          status: 400,
          body: { error: 'invalidCursor' },
        });
    },
  );

  it.each(['limit=0', 'limit=-1', 'limit=1000', 'limit=ten', 'limit=5&limit=6'])(
    'refuses %s',
    async (query) => {
      expect(await associate.get(`/sales/getsales/all?${query}`)).toMatchObject({
        status: 400,
        body: { error: 'failedFetch' },
      });
    },
  );

  it('of another employee is for managers, whatever the cursor says', {
    tags: ['decision-9.12'],
  }, async () => {
    const { nextCursor } = await list(associate, 'all?limit=1');
    const colleague = await api.signedIn(company.colleague);
    expect(
      await colleague.get(`/sales/getsales/all?employeeId=${company.associate.employeeId}`),
    ).toMatchObject({
      status: 403,
      body: { error: 'restricted' },
    });
    expect(await list(colleague, `all?cursor=${nextCursor}`)).toEqual({ requestedData: [] });
  });
});

describe('a narrowed list', () => {
  let floor: Company;
  let seller: HttpClient;
  beforeAll(async () => {
    floor = await api.company();
    seller = await api.signedIn(floor.associate);
    await record(floor, 'Élan 100%', DAYS[0], { status: 'Lead', customerNumber: 'AB-7' });
    await record(floor, 'Desk_two', DAYS[1], { status: 'Closed' });
    await record(floor, 'Lamp', DAYS[1], { status: 'Negotiating', customerNumber: 'ab-9' });
    await record(floor, 'Chair', DAYS[2], { status: 'Closed' });
  });
  const names = async (query: Record<string, string>, client = seller) =>
    (await list(client, `all?${new URLSearchParams(query)}`)).requestedData.map((sale) => sale.sale_name);

  it('has the sales with a text in the name, the customer number or the campaign, in any case', {
    tags: ['decision-9.6'],
  }, async () => {
    expect(await names({ search: 'éLAN' })).toEqual(['Élan 100%']);
    expect(await names({ search: 'AB-' })).toEqual(['Lamp', 'Élan 100%']);
    expect(await names({ search: 'solar' })).toEqual(['Chair', 'Lamp', 'Desk_two', 'Élan 100%']);
    // No wildcards, and not over the border of two fields.
    for (const [search, found] of [
      ['0%', ['Élan 100%']],
      ['k_t', ['Desk_two']],
      ['%', ['Élan 100%']],
      ['_', ['Desk_two']],
      ["'", []],
      ['100%AB', []],
      ['nothing', []],
    ] as const)
      expect([search, await names({ search })]).toEqual([search, found]);
  });

  it('has the sales of a status, of a campaign and of a period, all at once', async () => {
    expect(await names({ status: 'Closed' })).toEqual(['Chair', 'Desk_two']);
    expect(await names({ from: DAYS[1] })).toEqual(['Chair', 'Lamp', 'Desk_two']);
    expect(await names({ to: DAYS[1] })).toEqual(['Lamp', 'Desk_two', 'Élan 100%']);
    expect(await names({ from: DAYS[1], to: DAYS[1] })).toEqual(['Lamp', 'Desk_two']);
    expect(await names({ from: DAYS[2], to: DAYS[0] })).toEqual([]);
    expect(await names({ campaignId: floor.campaignId })).toHaveLength(4);
    expect(await names({ campaignId: 'other' })).toEqual([]);
    expect(await names({ status: 'Closed', search: 'D', from: DAYS[1], to: DAYS[1] })).toEqual(['Desk_two']);
  });

  it('comes in pages, and for managers of any employee', async () => {
    const boss = await api.signedIn(floor.manager);
    const whose = `all?employeeId=${floor.associate.employeeId}`;
    const seen = await pages(boss, `${whose}&status=Closed`, 1);
    expect(seen.flat().map((sale) => sale.sale_name)).toEqual(['Chair', 'Desk_two']);
    expect(await names({ search: 'chair' }, boss)).toEqual([]);
  });

  it.each([
    ['status=closed', 'invalidStatus'],
    ['from=2026-02-30', 'invalidDate'],
    ['to=yesterday', 'invalidDate'],
    [`search=${'x'.repeat(256)}`, 'failedFetch'],
  ])('refuses %s', async (query, error) => {
    expect(await seller.get(`/sales/getsales/all?${query}`)).toMatchObject({ status: 400, body: { error } });
  });
});

describe('one sale', () => {
  it('is for its owner and for managers of the company', { tags: ['decision-9.4'] }, async () => {
    const own = await api.company();
    const [owner, boss] = [await api.signedIn(own.associate), await api.signedIn(own.manager)];
    const id = await record(own, 'One', DAYS[0]);
    const [listed] = (await list(owner, 'all')).requestedData;
    const { body } = await owner.get(`/sales/getsale/${id}`);
    expect(body.requestedData).toEqual([{ ...listed, employee_id: own.associate.employeeId }]);
    expect((await boss.get(`/sales/getsale/${id}`)).body).toEqual(body);
    for (const stranger of [own.colleague, company.manager])
      expect(await (await api.signedIn(stranger)).get(`/sales/getsale/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'noSuchSale' },
      });
    expect((await owner.get('/sales/getsale/no-sale')).status).toBe(404);
  });
});
