import { beforeAll, describe, expect, it } from 'vitest';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03'] as const;
const SALES = 25;

const api = apiWorld();
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

async function record(
  { companyId, campaignId, associate: { employeeId } }: Company,
  name: string,
  entryDate: string,
  fields: { readonly status?: string; readonly customerNumber?: string; readonly price?: number } = {},
) {
  const recorded = await api.commands.sales.recordSale(contextOf(companyId, { actorId: employeeId }), {
    ...{ employeeId, campaignId, entryDate, name, price: 1, ...fields },
    actorIsManager: false,
  });
  if (!recorded.ok) throw new Error(recorded.code);
  expect(await api.progress.waitFor(recorded.position, MAX_WAIT_MS)).toBe(true);
  return recorded.value.saleId;
}

type Listed = { requestedData: Sale[]; nextCursor?: string; commission?: number };

async function list(client: HttpClient, path: string): Promise<Listed> {
  const reply = await client.get(`/sales/getsales/${path}`);
  expect(reply.status).toBe(200);
  return reply.body;
}

/** All pages to the end; `between` runs after each. */
async function pages(
  client: HttpClient,
  path: string,
  limit: number,
  between: (page: Sale[]) => void | Promise<void> = () => {},
): Promise<Sale[][]> {
  const seen: Sale[][] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query: string = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${cursor}`}`;
    const page: Listed = await list(client, `${path}${query}`);
    seen.push(page.requestedData);
    await between(page.requestedData);
    cursor = page.nextCursor;
  }
  return seen;
}

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

describe('a sorted list', () => {
  let seller: HttpClient;
  beforeAll(async () => {
    seller = (await sixSales()).seller;
  });
  async function sixSales() {
    const floor = await api.company();
    const rows = [
      ['emily', DAYS[0], { status: 'Closed', price: 300, customerNumber: 'B' }],
      ['Émile', DAYS[1], { status: 'Lead', price: 20 }],
      ['Emil', DAYS[1], { status: 'Closed', price: 300, customerNumber: 'a' }],
      ['zoe', DAYS[2], { status: 'None', price: 1000, customerNumber: 'b' }],
      ['Adam', DAYS[0], { status: 'Negotiating', price: 5 }],
      ['Émile', DAYS[2], { status: 'Closed', price: 20, customerNumber: 'C' }],
    ] as const;
    for (const [name, day, fields] of rows) await record(floor, name, day, fields);
    return { floor, seller: await api.signedIn(floor.associate) };
  }
  const pricesIn = (sales: readonly Sale[]) => sales.map(({ price }) => Number(price.slice(1)));

  // Equal sales are newest first; empty customer numbers come last in both directions.
  it.each([
    ['date', ({ entry_date }: Sale) => entry_date, [0, 0, 1, 1, 2, 2].map((day) => DAYS[day])],
    ['name', ({ sale_name }: Sale) => sale_name, ['Adam', 'Emil', 'Émile', 'Émile', 'emily', 'zoe']],
    ['-name', ({ sale_name }: Sale) => sale_name, ['zoe', 'emily', 'Émile', 'Émile', 'Emil', 'Adam']],
    ['customer', ({ customer_number }: Sale) => customer_number, ['a', 'b', 'B', 'C', '', '']],
    ['-customer', ({ customer_number }: Sale) => customer_number, ['C', 'B', 'b', 'a', '', '']],
    ['price', ({ price }: Sale) => price, ['$5.00', '$20.00', '$20.00', '$300.00', '$300.00', '$1000.00']],
    ['-commission', ({ sale_name }: Sale) => sale_name, ['zoe', 'Emil', 'emily', 'Émile', 'Émile', 'Adam']],
    ['status', ({ status }: Sale) => status[0], [...'CCCLNN']],
    ['-campaign', ({ sale_name }: Sale) => sale_name, ['Émile', 'zoe', 'Emil', 'Émile', 'Adam', 'emily']],
  ] as const)('by %s is the same list in pages of any size', async (sort, shown, expected) => {
    const { requestedData } = await list(seller, `all?sort=${sort}`);
    expect(requestedData.map(shown)).toEqual(expected);
    for (const limit of [1, 2, 4, 5])
      expect((await pages(seller, `all?sort=${sort}`, limit)).flat()).toEqual(requestedData);
    const day = await list(seller, `${DAYS[1]}?sort=${sort}`);
    expect(day.requestedData).toEqual(requestedData.filter(({ entry_date }) => entry_date === DAYS[1]));
  });

  it('shows equal sales newest first', async () => {
    const { requestedData } = await list(seller, 'all?sort=name&search=émile');
    expect(requestedData.map(({ entry_date }) => entry_date)).toEqual([DAYS[2], DAYS[1]]);
  });

  it('repeats and loses no other sale when one moves between two pages', async () => {
    const { floor, seller: other } = await sixSales();
    const before = await api.store.head();
    const first = await list(other, 'all?sort=-price&limit=3');
    const [moved] = first.requestedData;
    const by = contextOf(floor.companyId, { actorId: floor.associate.employeeId });
    const change = { saleId: moved?.id ?? '', status: 'None', price: 1, actorIsManager: false };
    await done(api.commands.sales.editSale(by, change));
    expect(await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS)).toBe(true);
    const rest = await list(other, `all?sort=-price&limit=9&cursor=${first.nextCursor}`);
    expect(pricesIn(rest.requestedData)).toEqual([20, 20, 5, 1]);
    // As it was.
    const then = await list(other, `all?sort=-price&as-of=@${before}`);
    expect(pricesIn(then.requestedData)).toEqual([1000, 300, 300, 20, 20, 5]);
  });

  it('is continued only in its own order', async () => {
    const cursors = new Map<string, string>();
    for (const sort of ['', 'date', 'name', '-name', 'price', '-price', 'status'])
      cursors.set(sort, (await list(seller, `all?limit=1${sort && `&sort=${sort}`}`)).nextCursor ?? '');
    for (const [sort, cursor] of cursors)
      for (const other of cursors.keys())
        expect([
          sort,
          other,
          (await seller.get(`/sales/getsales/all?cursor=${cursor}${other && `&sort=${other}`}`)).status,
        ]).toEqual([sort, other, sort === other ? 200 : 400]);
  });

  it.each([
    'sort=entry_date',
    'sort=--name',
    'sort=',
    'sort=name&sort=price',
    'sort=NAME',
    'sort=name%20desc',
  ])('refuses %s', async (query) => {
    for (const path of ['all', DAYS[0]])
      expect(await seller.get(`/sales/getsales/${path}?${query}`)).toMatchObject({ status: 400 });
  });
});

describe('the commission of a list', () => {
  it('adds the Closed sales of all pages that fit', async () => {
    const floor = await api.company();
    const seller = await api.signedIn(floor.associate);
    const prices = [100, 200, 400, 800];
    for (const [at, price] of prices.entries())
      await record(floor, `Desk ${at}`, DAYS[at % 2] as string, {
        status: at === 3 ? 'Lead' : 'Closed',
        price,
      });
    const whole = (await list(seller, 'all')).requestedData;
    const earned = (fits: (sale: Sale) => boolean) =>
      whole
        .filter((sale) => sale.status === 'Closed' && fits(sale))
        .reduce((sum, sale) => sum + sale.commission, 0);
    expect(earned(() => true)).toBeGreaterThan(0);
    for (const [path, fits] of [
      ['all', () => true],
      ['all?limit=1', () => true],
      ['all?limit=1&sort=-price', () => true],
      [`all?from=${DAYS[1]}`, ({ entry_date }: Sale) => entry_date >= DAYS[1]],
      ['all?search=desk%201', ({ sale_name }: Sale) => sale_name === 'Desk 1'],
      ['all?status=Lead', () => false],
      ['all?campaignId=other', () => false],
      [DAYS[0], ({ entry_date }: Sale) => entry_date === DAYS[0]],
    ] as const)
      expect([path, (await list(seller, path)).commission]).toEqual([path, expect.closeTo(earned(fits), 6)]);
    const { nextCursor } = await list(seller, 'all?limit=1');
    expect((await list(seller, `all?cursor=${nextCursor}`)).commission).toBeUndefined();
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
