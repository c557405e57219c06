import { beforeAll, describe, expect, it } from 'vitest';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { AS_JSON, type HttpClient } from '#tests/support/servers/http-client.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';

const api = apiWorld({ clock: stoppedClock() });
let company: Company;
let associate: HttpClient;
let colleague: HttpClient;
let manager: HttpClient;
beforeAll(async () => {
  company = await api.company();
  associate = await api.signedIn(company.associate);
  colleague = await api.signedIn(company.colleague);
  manager = await api.signedIn(company.manager);
});

const UNKNOWN = { status: 404, body: { error: 'noSuchSale', message: 'This sale does not exist' } };

async function sold(form: Record<string, string> = {}): Promise<Sale> {
  const body = { name: 'Panels', campaignId: company.campaignId, price: '1234.50', status: 'Lead', ...form };
  const reply = await associate.post('/sales/addsale', { ...body, customerNumber: 'C-7', discount: '5' });
  return reply.body.requestedData[0];
}

const edit = (sale: Sale, body: Record<string, string | number>, headers?: Record<string, string>) =>
  associate.patch(`/sales/editsale/${sale.id}`, body, headers);

async function listed(client = associate, query = ''): Promise<Sale[]> {
  return (await client.get(`/sales/getsales/all${query}`)).body.requestedData;
}
const inList = async (sale: Sale) => (await listed()).find(({ id }) => id === sale.id);

async function anotherCampaign(terms: { commission: number; tax: number }): Promise<string> {
  const [first] = (await manager.get('/campaigns/getcampaigns/all')).body.requestedData;
  const { campaignId } = await done(
    api.commands.campaigns.addCampaign(contextOf(company.companyId), {
      name: 'Wind',
      goalId: first.goal_id,
      entryDate: '2026-11-20',
      ...terms,
    }),
  );
  return campaignId;
}

describe('editing a sale', () => {
  it('answers with the edited sale, and the next read shows it', { tags: ['decision-9.1'] }, async () => {
    const sale = await sold();
    const reply = await edit(sale, { status: 'Closed', price: '$2000', details: 'signed' });
    expect(reply).toMatchObject({ status: 200, body: { message: 'Data updated successfully' } });
    expect(reply.body.requestedData).toEqual([
      // (2000 - 13 % - 5 %) * 10 %; fields that were not sent are unchanged.
      { ...sale, status: 'Closed', price: '$2000.00', commission: 164, details: 'signed' },
    ]);
    expect(Number(reply.headers.get('x-tallyboard-position'))).toBeGreaterThan(0);
    expect(await inList(sale)).toEqual(reply.body.requestedData[0]);
  });

  it('takes every field, form-encoded or as JSON, as numbers or texts', async () => {
    const words = { name: 'Roof', customerNumber: 'C-8', details: 'x', status: 'None' };
    const body = { ...words, price: 10.5, discount: 2.5 };
    const [one, other] = [await sold(), await sold()];
    const asForm = await edit(one, body);
    const asJson = await edit(other, body, AS_JSON);
    expect(asForm.body.requestedData[0]).toMatchObject({
      sale_name: 'Roof',
      customer_number: 'C-8',
      price: '$10.50',
      discount: 2.5,
      details: 'x',
      status: 'None',
      commission: 0.89,
    });
    expect({ ...asJson.body.requestedData[0], id: one.id }).toEqual(asForm.body.requestedData[0]);
  });

  it.each([
    [{}, 400, 'statusRequired', 'The status field is required'],
    [{ status: '' }, 400, 'statusRequired', 'The status field is required'],
    [{ status: 'closed' }, 400, 'invalidStatus', 'The status must be Lead, Negotiating, Closed or None'],
    [{ status: 'Closed', name: ' ' }, 400, 'incompleteFields', 'Make sure all input fields are complete'],
    [
      { status: 'Closed', campaignId: '' },
      400,
      'incompleteFields',
      'Make sure all input fields are complete',
    ],
    [{ status: 'Closed', campaignId: 'gone' }, 404, 'noSuchCampaign', 'This campaign does not exist'],
    [{ status: 'Closed', discount: '-0.1' }, 400, 'invalidPercent', 'Enter a percentage from 0 to 100'],
  ])('refuses %j and leaves the sale alone', async (body, status, error, message) => {
    const sale = await sold();
    expect(await edit(sale, body as Record<string, string>)).toMatchObject({
      status,
      body: { error, message },
    });
    expect(await inList(sale)).toEqual(sale);
  });

  it('does not accept an emptied price, and closes no sale without one', async () => {
    const refused = { status: 400, body: { error: 'incompleteFields' } };
    for (const status of ['Closed', 'Lead'])
      expect(await edit(await sold(), { status, price: ' ' })).toMatchObject(refused);
    const unpriced = await sold({ status: 'Lead', price: '' });
    expect(await edit(unpriced, { status: 'Closed' })).toMatchObject(refused);
    expect(await edit(unpriced, { status: 'Closed', price: '0' })).toMatchObject({ status: 200 });
  });

  it.each(['1,234.50', '1.234,50', '1234,5', '1.005', '-1', '1e3', '1000000000.01', '€5', 'NaN', '٣'])(
    'does not accept %s as a price',
    async (price) => {
      const refused = { status: 400, body: { error: 'invalidPrice' } };
      expect(await edit(await sold(), { status: 'Closed', price })).toMatchObject(refused);
    },
  );

  it.each([
    ['$1000000000', '$1000000000.00', 1e9],
    ['1234.5', '$1234.50', 1234.5],
    ['$0', '$0.00', 0],
    ['0.01', '$0.01', 0.01],
  ])('takes %s for %s', async (price, shown, dollars) => {
    const [after] = (await edit(await sold(), { status: 'Lead', price, discount: 0 })).body.requestedData;
    expect(after).toMatchObject({ price: shown, commission: Math.round(dollars * 8.7) / 100 });
  });

  it('never gives a negative commission', { tags: ['decision-9.18'] }, async () => {
    const [after] = (await edit(await sold(), { status: 'Closed', discount: 100 })).body.requestedData;
    expect(after.commission).toBe(0);
  });

  it('ignores tax, rate, commission, owner and date sent by a client', {
    tags: ['asvs-15.3.3', 'asvs-8.2.3', 'spec-3.6', 'decision-1.15'],
  }, async () => {
    const sale = await sold();
    const lies = { tax: 0, commission: 5000, commissionRate: 100, employeeId: 'x', entryDate: '2020-01-01' };
    const [after] = (await edit(sale, { status: 'Lead', ...lies })).body.requestedData;
    expect(after).toEqual(sale);
  });

  it('cuts details to 255 characters without splitting one', { tags: ['spec-5.8'] }, async () => {
    const [long, faces] = [await sold(), await sold()];
    await edit(long, { status: 'Lead', details: 'é'.repeat(300) });
    await edit(faces, { status: 'Lead', details: '👍'.repeat(300) }, AS_JSON);
    expect((await inList(long))?.details).toBe('é'.repeat(255));
    expect((await inList(faces))?.details).toBe('👍'.repeat(127));
  });

  it("keeps the sale's rates when its campaign changes, and takes the new rates when the sale moves to another", async () => {
    const first = await anotherCampaign({ commission: 20, tax: 0 });
    const sale = await sold({ campaignId: first });
    await done(
      api.commands.campaigns.editCampaign(contextOf(company.companyId), {
        campaignId: first,
        commission: 50,
      }),
    );
    const [same] = (await edit(sale, { status: 'Lead', campaignId: first, price: 100 })).body.requestedData;
    expect(same).toMatchObject({ name: 'Wind', tax: 0, commission_rate: 20, commission: 19 });
    const [moved] = (await edit(sale, { status: 'Lead', campaignId: company.campaignId })).body.requestedData;
    expect(moved).toMatchObject({ name: 'Solar', campaign_id: company.campaignId });
    expect(moved).toMatchObject({ tax: 13, commission_rate: 10, commission: 8.2 });
    const [back] = (await edit(sale, { status: 'Lead', campaignId: first })).body.requestedData;
    expect(back).toMatchObject({ tax: 0, commission_rate: 50, commission: 47.5 });
    expect(await inList(sale)).toEqual(back);
  });
});

describe('deleting a sale', () => {
  it.each([
    ['no body', undefined, undefined],
    ['a form', {}, undefined],
    ['a form with the date', 'dated', undefined],
    ['JSON with the date', 'dated', AS_JSON],
    ['empty JSON', {}, AS_JSON],
    ['a content type and nothing else', undefined, AS_JSON],
  ])('works with %s', async (_what, body, headers) => {
    const sale = await sold({ status: 'Closed' });
    const sent = body === 'dated' ? { entryDate: sale.entry_date } : (body as undefined);
    const reply = await associate.delete(`/sales/delete/${sale.id}`, sent, headers);
    expect(reply).toMatchObject({ status: 200, body: { message: 'Sale deleted' } });
    expect(await inList(sale)).toBeUndefined();
    expect(await associate.delete(`/sales/delete/${sale.id}`)).toMatchObject(UNKNOWN);
    expect(await edit(sale, { status: 'Closed' })).toMatchObject(UNKNOWN);
  });

  it('needs a valid date that matches the sale', async () => {
    const sale = await sold();
    const remove = (entryDate: string) => associate.delete(`/sales/delete/${sale.id}`, { entryDate });
    for (const date of ['2026-02-30', 'today', '2026-2-3', ''])
      expect(await remove(date)).toMatchObject({ status: 400, body: { error: 'invalidDate' } });
    expect(await remove('2020-02-29')).toMatchObject(UNKNOWN);
    expect(await inList(sale)).toEqual(sale);
  });

  it('refuses a body of another shape with the wording of a failed delete', async () => {
    const sale = await sold();
    const refused = { status: 400, body: { error: 'couldNotDeleteSale', message: 'Could Not delete sale' } };
    expect(
      await associate.delete(`/sales/delete/${sale.id}`, { entryDate: 20261120 }, AS_JSON),
    ).toMatchObject(refused);
    expect(await inList(sale)).toEqual(sale);
  });
});

describe("another person's sale", () => {
  it('is not found by a colleague, while a manager edits and deletes it', async () => {
    const sale = await sold();
    expect(await colleague.patch(`/sales/editsale/${sale.id}`, { status: 'Closed' })).toMatchObject(UNKNOWN);
    expect(await colleague.delete(`/sales/delete/${sale.id}`)).toMatchObject(UNKNOWN);
    expect(await inList(sale)).toEqual(sale);

    const reply = await manager.patch(`/sales/editsale/${sale.id}`, { status: 'Closed' });
    expect(reply.body.requestedData[0]).toEqual({ ...sale, status: 'Closed' });
    const theirs = `?employeeId=${company.associate.employeeId}`;
    expect(await listed(manager, theirs)).toContainEqual({ ...sale, status: 'Closed' });
    expect(await listed(manager)).toEqual([]);
    expect((await manager.delete(`/sales/delete/${sale.id}`)).status).toBe(200);
    expect((await listed(manager, theirs)).map(({ id }) => id)).not.toContain(sale.id);
  });

  it('of another company is not found, nor is its campaign', async () => {
    const other = await api.company();
    const foreigner = await api.signedIn(other.manager);
    const sale = await sold();
    expect(await foreigner.patch(`/sales/editsale/${sale.id}`, { status: 'Closed' })).toMatchObject(UNKNOWN);
    expect(await foreigner.delete(`/sales/delete/${sale.id}`)).toMatchObject(UNKNOWN);
    expect(await edit(sale, { status: 'Closed', campaignId: other.campaignId })).toMatchObject({
      status: 404,
      body: { error: 'noSuchCampaign' },
    });
    expect(
      await foreigner.get(`/sales/getsales/all?employeeId=${company.associate.employeeId}`),
    ).toMatchObject({ status: 404, body: { error: 'noSuchEmployee' } });
    expect(await inList(sale)).toEqual(sale);
  });

  it.each(['x', '%00', '__proto__', '..%2f', 'a'.repeat(64)])(
    'is not found for the invalid id %s',
    async (id) => {
      const replies = [
        await associate.patch(`/sales/editsale/${id}`, { status: 'Closed' }),
        await associate.delete(`/sales/delete/${id}`),
      ];
      for (const { status } of replies) expect([400, 404]).toContain(status);
    },
  );
});
