import { beforeAll, describe, expect, it } from 'vitest';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { DAYS, listWorld } from './sale-list-world.ts';

const { api, record, list, pages } = listWorld();

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
      ['Emil', DAYS[1], { status: 'Closed', price: 300, customerNumber: '10' }],
      ['zoe', DAYS[2], { status: 'None', price: 1000, customerNumber: 'b' }],
      ['Adam', DAYS[0], { status: 'Negotiating', price: 5 }],
      ['Émile', DAYS[2], { status: 'Closed', price: 20, customerNumber: '9' }],
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
    ['customer', ({ customer_number }: Sale) => customer_number, ['9', '10', 'b', 'B', '', '']],
    ['-customer', ({ customer_number }: Sale) => customer_number, ['B', 'b', '10', '9', '', '']],
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
