import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { decodeEvent } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { newId } from '#platform/ids.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { exactCommissionCents } from '#tests/support/exact-arithmetic.ts';
import { type ApiUnderTest, type Company, startApi } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient, HttpReply } from '#tests/support/servers/http-client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

const AT_ONCE = 32;

let database: TestDatabase;
/** Two processes on one database. */
let apis: [ApiUnderTest, ApiUnderTest];
let company: Company;
let hands: HttpClient[];
let windId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  apis = [await startApi(database.url), await startApi(database.url)];
  const [api] = apis;
  company = await api.company();
  const { goalId } = await done(
    api.commands.goals.addGoal(contextOf(company.companyId), {
      name: 'Wind',
      hourlySales: 1,
      entryDate: '2026-03-01',
    }),
  );
  const wind = { name: 'Wind', commission: 33.3, tax: 0, goalId, entryDate: '2026-03-01' };
  windId = (await done(api.commands.campaigns.addCampaign(contextOf(company.companyId), wind))).campaignId;
  hands = [];
  for (const each of apis)
    for (const person of [company.associate, company.manager]) hands.push(await each.signedIn(person));
});
afterAll(async () => {
  for (const api of apis) await api.close();
  await database.drop();
});

const hand = (at: number) => hands[at % hands.length] as HttpClient;
const owner = () => hand(0);
/** The same person, signed in at both processes. */
const owners = (at: number) => hand((at % 2) * 2);
const atOnce = (act: (browser: HttpClient, at: number) => Promise<HttpReply>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, at) => act(hand(at), at)));
const statuses = (replies: readonly HttpReply[]) => replies.map(({ status }) => status).sort();
const positionOf = ({ headers }: HttpReply) => Number(headers.get('x-tallyboard-position'));

async function sold(): Promise<Sale> {
  const body = { name: 'Panels', campaignId: company.campaignId, price: '100', status: 'Closed' };
  return (await owner().post('/sales/addsale', body)).body.requestedData[0];
}

async function history({ id }: Sale): Promise<StoredEvent[]> {
  return (await apis[0].store.read(streams.sale(company.companyId, id))).map(decodeEvent);
}

/** The sale in the list, and the owner's commission without all other Closed sales of the list. */
async function present({
  id,
}: Sale): Promise<{ sale: Sale | undefined; commissionCents: number; listedCents: number }> {
  const head = await apis[0].store.head();
  const reader = hand(1);
  const since = { 'x-tallyboard-position': String(head) };
  const employeeId = company.associate.employeeId;
  const all: Sale[] = (await reader.get(`/sales/getsales/all?employeeId=${employeeId}`, since)).body
    .requestedData;
  const { commission } = (await reader.get(`/sales/get-commission/${employeeId}`, since)).body;
  const cents = (dollars: number) => Math.round(dollars * 100);
  const closed = all.filter(({ status }) => status === 'Closed');
  return {
    sale: all.find((each) => each.id === id),
    commissionCents: cents(commission),
    listedCents: closed.reduce((sum, each) => sum + cents(each.commission), 0),
  };
}

async function expectCountedOnce(sale: Sale): Promise<Sale | undefined> {
  const now = await present(sale);
  expect(now.commissionCents).toBe(now.listedCents);
  return now.sale;
}

describe(`${AT_ONCE} edits of one sale at once, by two people through two processes`, () => {
  it('all succeed one after the other, and none undoes a field of another', {
    tags: ['decision-1.9'],
  }, async () => {
    const sale = await sold();
    const replies = await atOnce((browser, at) => {
      const field: Record<string, string | number> =
        at % 2 ? { price: 1000 + at } : { customerNumber: `C-${at}` };
      return browser.patch(`/sales/editsale/${sale.id}`, { status: 'Closed', ...field });
    });
    expect(new Set(statuses(replies))).toEqual(new Set([200]));
    const edits = (await history(sale)).flatMap((event) => (event.type === 'SaleEdited' ? [event] : []));
    expect(edits).toHaveLength(AT_ONCE);
    for (const [at, { data }] of edits.entries())
      if (at > 0) expect(data.before).toEqual(edits[at - 1]?.data.after);
    // Each answer has the sale as that edit left it.
    for (const reply of replies) {
      const own = edits.find(({ position }) => position === positionOf(reply));
      expect(reply.body.requestedData[0].customer_number).toBe(own?.data.after.customerNumber);
    }
    const last = replies.toSorted((a, b) => positionOf(b) - positionOf(a))[0];
    const now = await expectCountedOnce(sale);
    expect(now).toEqual(last?.body.requestedData[0]);
    expect(now).toMatchObject({
      customer_number: expect.stringMatching(/^C-/),
      price: expect.stringMatching(/^\$10/),
    });
  });

  it('that move it back and forth leave it with the rates of its last campaign', {
    tags: ['decision-1.11'],
  }, async () => {
    const sale = await sold();
    const replies = await atOnce((browser, at) => {
      const campaignId = at % 2 ? windId : company.campaignId;
      return browser.patch(`/sales/editsale/${sale.id}`, {
        status: 'Closed',
        campaignId,
        price: `${at + 1}.05`,
      });
    });
    expect(new Set(statuses(replies))).toEqual(new Set([200]));
    const now = await expectCountedOnce(sale);
    const rate = now?.campaign_id === windId ? 33.3 : 10;
    expect(now?.tax).toBe(rate === 10 ? 13 : 0);
    const price = String(now?.price.slice(1));
    const cents = exactCommissionCents({ price, discount: 0, tax: now?.tax ?? 0, rate });
    expect(Math.round((now?.commission ?? 0) * 100)).toBe(Number(cents));
  });

  it('with one key are one edit, which a repetition does not repeat', async () => {
    const sale = await sold();
    const key = { 'idempotency-key': newId() };
    const edit = (at: number) =>
      owners(at).patch(`/sales/editsale/${sale.id}`, { status: 'Closed', price: 5 }, key);
    const replies = await atOnce((_, at) => edit(at));
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    const other = await hand(1).patch(`/sales/editsale/${sale.id}`, { status: 'Lead', price: 7 });
    expect((await edit(1)).body).toEqual(replies[0]?.body);
    expect(await expectCountedOnce(sale)).toEqual(other.body.requestedData[0]);
    expect(await history(sale)).toHaveLength(3);
  });
});

describe('an edit and a delete at once', () => {
  it('end without the sale; edits before the delete succeed, those after it find no sale', async () => {
    const sale = await sold();
    const replies = await atOnce((browser, at) =>
      at === AT_ONCE / 2
        ? browser.delete(`/sales/delete/${sale.id}`)
        : browser.patch(`/sales/editsale/${sale.id}`, { status: 'Closed', price: at + 1 }),
    );
    const deletion = replies[AT_ONCE / 2];
    expect(deletion?.status).toBe(200);
    for (const reply of replies.filter((each) => each !== deletion)) {
      if (reply.status === 200) expect(positionOf(reply)).toBeLessThan(positionOf(deletion as HttpReply));
      else expect(reply).toMatchObject({ status: 404, body: { error: 'noSuchSale' } });
    }
    expect((await history(sale)).at(-1)?.type).toBe('SaleDeleted');
    expect(await expectCountedOnce(sale)).toBeUndefined();
  });
});

describe(`${AT_ONCE} deletes of one sale at once`, () => {
  const remove = (browser: HttpClient, { id }: Sale, key?: string) =>
    browser.delete(`/sales/delete/${id}`, undefined, key ? { 'idempotency-key': key } : {});
  const deletions = async (sale: Sale) => (await history(sale)).filter(({ type }) => type === 'SaleDeleted');

  it('delete it once; the others find no sale', async () => {
    const sale = await sold();
    const replies = await atOnce((browser) => remove(browser, sale));
    expect(statuses(replies)).toEqual([200, ...Array(AT_ONCE - 1).fill(404)]);
    expect(await deletions(sale)).toHaveLength(1);
    expect(await expectCountedOnce(sale)).toBeUndefined();
  });

  it('with one key are one delete with an equal answer for each', async () => {
    const sale = await sold();
    const key = newId();
    const replies = await atOnce((_, at) => remove(owners(at), sale, key));
    replies.push(await remove(owner(), sale, key));
    for (const reply of replies)
      expect(reply).toMatchObject({ status: 200, body: { message: 'Sale deleted' } });
    expect(await deletions(sale)).toHaveLength(1);
    const dated = { entryDate: sale.entry_date };
    expect(await owner().delete(`/sales/delete/${sale.id}`, dated, { 'idempotency-key': key })).toMatchObject(
      {
        status: 422,
        body: { error: 'idempotencyKeyReused' },
      },
    );
  });

  it('with different keys delete it once, and each repetition gets its first answer', async () => {
    const sale = await sold();
    const keys = Array.from({ length: AT_ONCE }, newId);
    const first = await atOnce((browser, at) => remove(browser, sale, keys[at]));
    expect(statuses(first)).toEqual([200, ...Array(AT_ONCE - 1).fill(404)]);
    const again = await atOnce((browser, at) => remove(browser, sale, keys[at]));
    expect(again.map(({ status, body }) => [status, body])).toEqual(
      first.map(({ status, body }) => [status, body]),
    );
    expect(await deletions(sale)).toHaveLength(1);
  });
});
