import { beforeAll, describe, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { stoppedClock } from '#tests/support/stopped-clock.ts';

const api = apiWorld({ clock: stoppedClock() });
let company: Company;
let associate: HttpClient;
beforeAll(async () => {
  company = await api.company();
  associate = await api.signedIn(company.associate);
});

const sale = () => ({ name: 'Panels', campaignId: company.campaignId, price: '1234.50', status: 'Closed' });

describe('a sale that waited for a network', () => {
  const HOUR_MS = 3_600_000;
  const ago = (hours: number) => new Date(api.clock.now().getTime() - hours * HOUR_MS).toISOString();
  const record = (madeAt: string, key?: string) =>
    associate.post(
      `/sales/addsale?madeAt=${madeAt}`,
      sale(),
      key === undefined ? {} : { 'Idempotency-Key': key },
    );

  it('has the local date at which it was made, and its history has both moments', async () => {
    const reply = await record(ago(30));
    const [{ id, entry_date }] = reply.body.requestedData;
    expect(entry_date).toBe(localDate(ago(30), 'America/Toronto'));
    const history = await associate.get(`/audit/history/sale/${id}`);
    const entry = history.body.requestedData[0];
    expect(entry.at).toBe(api.clock.now().toISOString());
    const made = entry.changes.find(({ label }: { label: string }) => label === 'Made without a network');
    expect(JSON.stringify(made)).toContain(ago(30));
  });

  it('begins the shift of its date, at that moment, when no other act has', async () => {
    const madeAt = ago(100);
    const date = localDate(madeAt, 'America/Toronto');
    await record(madeAt);
    await record(ago(99.9));
    const logs = await associate.get(`/logs/getlogs/${company.associate.employeeId}`);
    const ofThatDate = logs.body.requestedData.filter(
      (row: { login_date: string }) => row.login_date === date,
    );
    expect(ofThatDate).toMatchObject([{ login_time: madeAt, start_reason: 'sale' }]);
  });

  it('is the same sale when its first attempt arrived and only the answer was lost', async () => {
    const key = 'a lost answer';
    const first = await associate.post('/sales/addsale', sale(), { 'Idempotency-Key': key });
    const again = await record(ago(1), key);
    expect(again.body).toEqual(first.body);
  });

  it('is recorded once under its key, whichever content comes first, and not at all once it is withdrawn', async () => {
    const send = (key: string, change: object) =>
      associate.post('/sales/addsale', { ...sale(), ...change }, { 'Idempotency-Key': key });
    expect((await send('mended', { price: '1' })).status).toBe(200);
    expect((await send('mended', { price: '2' })).body.error).toBe('idempotencyKeyReused');
    expect((await send('mended', { price: '1' })).status).toBe(200);
    const withdrawal = () => send('withdrawn', { status: 'Withdrawn' });
    expect((await withdrawal()).body.error).toBe('invalidStatus');
    expect((await send('withdrawn', {})).body.error).toBe('idempotencyKeyReused');
    expect((await withdrawal()).body.error).toBe('invalidStatus');
  });

  it.each([
    ['in the future', () => ago(-1)],
    ['more than a week ago', () => ago(7 * 24 + 1)],
    ['no moment', () => 'yesterday'],
    ['without a time zone', () => ago(1).replace('Z', '')],
  ])('is refused when that moment is %s', async (_what, madeAt) => {
    expect(await record(madeAt())).toMatchObject({ status: 400, body: { error: 'invalidDate' } });
  });
});
