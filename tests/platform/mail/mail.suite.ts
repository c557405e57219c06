import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailTransport } from '#platform/mail/mail-transport.port.ts';
import { eraseRows } from '#services/retention/company-tables.postgres.ts';
import { aMail, createMailWorld, type MailWorld, running } from './mail-world.ts';

export type ArrivedMail = { to: string; subject: string; text: string; html: string };

export type TransportUnderTest = {
  readonly transport: MailTransport;
  /** In the order of arrival. */
  arrived(): Promise<readonly ArrivedMail[]>;
  close(): Promise<void>;
};

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function mailSuite(start: (world: MailWorld) => Promise<TransportUnderTest>): void {
  let world: MailWorld;
  let under: TransportUnderTest;
  beforeAll(async () => {
    world = await createMailWorld();
    under = await start(world);
  });
  afterAll(async () => {
    await under.close();
    await world.dispose();
  });
  let before = 0;
  beforeEach(async () => {
    await world.pool.query('DELETE FROM mail_outbox');
    before = (await under.arrived()).length;
  });
  const news = async () => (await under.arrived()).slice(before);
  const send = (transport = under.transport) => world.sender(transport).sweep(running);

  it('delivers a mail to its recipient as it was written', async () => {
    const text = 'Zażółć gęślą\n.\n..\n\nFrom here\n';
    const html = `<p>${'Zażółć gęślą jaźń '.repeat(80)}</p>\n`;
    await world.outbox.post(aMail({ subject: 'Ünïcode ✓', text, html }), { id: 'as written' });
    expect(world.nudged).toContain('as written');
    await send();
    expect(await news()).toEqual([{ to: 'ana@people.test', subject: 'Ünïcode ✓', text, html }]);
    expect(await world.state('as written')).toBe('sent');
  });

  it('stores and sends the same id once, also when it was sent long ago', async () => {
    const post = () => world.outbox.post(aMail(), { id: 'twice' });
    await Promise.all([post(), post(), post()]);
    await send();
    await post();
    await send();
    expect(await news()).toHaveLength(1);
  });

  it('sends what a transaction posted once that is committed, and nothing if it is not', async () => {
    const client = await world.pool.connect();
    await client.query('BEGIN');
    await world.outbox.post(aMail({ subject: 'rolled back' }), { id: 'rolled back' }, client);
    await client.query('ROLLBACK');
    await client.query('BEGIN');
    await world.outbox.post(aMail({ subject: 'committed' }), { id: 'committed' }, client);
    await send();
    expect(await news()).toEqual([]);
    await client.query('COMMIT');
    client.release();
    expect(world.nudged).not.toContain('committed');
    await send();
    expect((await news()).map(({ subject }) => subject)).toEqual(['committed']);
  });

  it('drops what is too late', async () => {
    const notAfter = new Date(world.clock.now().getTime() + 10 * MINUTE).toISOString();
    await world.outbox.post(aMail(), { id: 'late', notAfter, secret: true });
    await world.pass(10 * MINUTE);
    const sender = world.sender(under.transport);
    await sender.sendDue(running);
    await sender.sweep(running);
    expect(await news()).toEqual([]);
    expect(await world.row('late')).toMatchObject({ state: 'expired', content: null });
    expect(await sender.metrics()).toContain('tallyboard_mail_outcomes_total{outcome="expired"} 1');
  });

  it('is neither begun nor tried again when it comes to be too late after the claim', async () => {
    const notAfter = new Date(world.clock.now().getTime() + 10 * MINUTE).toISOString();
    await world.outbox.post(aMail(), { id: 'too late', notAfter, secret: true });
    const claimed = await world.claimed('too late');
    await world.pass(10 * MINUTE);
    expect(await world.queue.begin(claimed)).toBe(false);
    expect((await world.queue.bury()).expired).toEqual(['too late']);
    await world.queue.retry(claimed, 0, 'stopped before it began');
    expect(await world.row('too late')).toMatchObject({ state: 'expired', content: null });
  });

  it('with an end of its validity is sent before others that have waited longer', async () => {
    await world.outbox.post(aMail(), { id: 'news' });
    await world.pass(MINUTE);
    const notAfter = new Date(world.clock.now().getTime() + 10 * MINUTE).toISOString();
    await world.outbox.post(aMail(), { id: 'code', notAfter, secret: true });
    await world.claimed('code');
    await world.claimed('news');
  });

  it('is sent by one of many senders at once', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => `crowd ${n}`);
    await Promise.all(ids.map((id) => world.outbox.post(aMail({ subject: id }), { id })));
    const senders = [1, 2, 3, 4].map(() => world.sender(under.transport));
    await Promise.all(senders.flatMap((each) => [each.sweep(running), each.sendDue(running)]));
    await send();
    expect((await news()).map(({ subject }) => subject).sort()).toEqual([...ids].sort());
  });

  it('hands nothing over unless the mail is begun', async () => {
    const mail = { ...aMail(), id: 'not begun', companyId: null, postedAt: new Date().toISOString() };
    expect(await under.transport.deliver(mail, async () => false)).toEqual({ kind: 'stopped' });
    const failing = under.transport.deliver(mail, () => Promise.reject(new Error('database away')));
    expect(await failing).toMatchObject({ kind: 'later' });
    expect(await news()).toEqual([]);
  });

  it('hands nothing over for a sender that was taken for dead before it began', async () => {
    await world.outbox.post(aMail(), { id: 'zombie' });
    const stale = await world.claimed('zombie');
    await world.pass(5 * MINUTE);
    const heir = await world.claimed('zombie');
    expect(await world.queue.begin(stale), 'the stale claim, while another sender has the mail').toBe(false);
    expect(await world.queue.begin(heir)).toBe(true);
    expect(await world.queue.begin(stale), 'the stale claim, while another sender delivers').toBe(false);
    expect(await world.queue.begin(heir), 'the same claim, a second time').toBe(false);
    await world.queue.sent(heir);
    expect(await world.queue.begin(stale), 'the stale claim, after the delivery').toBe(false);
  });

  it('lets a sender that was taken for dead settle nothing of the sender after it', async () => {
    await world.outbox.post(aMail(), { id: 'inherited' });
    const stale = await world.claimed('inherited');
    await world.pass(5 * MINUTE);
    const heir = await world.claimed('inherited');
    const staleSettles = async () => {
      await world.queue.retry(stale, 0, 'stale');
      await world.queue.failed(stale, 'stale');
      await world.queue.uncertain(stale, 'stale');
      await world.queue.sent(stale);
    };
    await staleSettles();
    expect(await world.state('inherited')).toBe('claimed');
    await world.queue.begin(heir);
    await staleSettles();
    expect(await world.state('inherited')).toBe('handing over');
    await world.queue.sent(heir);
    expect(await world.state('inherited')).toBe('sent');
  });

  it('leaves alone what a dead sender had begun, and says so', async () => {
    await world.outbox.post(aMail(), { id: 'begun' });
    const claimed = await world.claimed('begun');
    expect(await world.queue.begin(claimed)).toBe(true);
    await world.pass(5 * MINUTE);
    const sender = world.sender(under.transport);
    await sender.sweep(running);
    await sender.sweep(running);
    expect(await world.state('begun')).toBe('uncertain');
    expect(await news()).toEqual([]);
    expect(sender.lines.filter(({ mail, level }) => mail === 'begun' && level === 50)).toHaveLength(1);
    expect(await sender.metrics()).toContain('tallyboard_mail_uncertain 1');
    // It was alive after all.
    await world.queue.sent(claimed);
    expect(await world.state('begun')).toBe('sent');
  });

  it('is sent after all when an operator knows that it did not arrive', async () => {
    await world.outbox.post(aMail(), { id: 'lost' });
    await world.queue.begin(await world.claimed('lost'));
    await world.pass(5 * MINUTE);
    await send();
    expect(await world.state('lost')).toBe('uncertain');
    // As infra/adr/0020 says.
    await world.pool.query(
      `UPDATE mail_outbox SET state = 'waiting', due_at = now(), settled_at = NULL WHERE id = 'lost'`,
    );
    await send();
    expect(await world.state('lost')).toBe('sent');
    expect(await news()).toHaveLength(1);
  });

  it('is not sent without its content, whatever an operator says', async () => {
    await world.outbox.post(aMail(), { id: 'blank', secret: true });
    await send();
    await world.pool.query(`UPDATE mail_outbox SET state = 'waiting', due_at = now() WHERE id = 'blank'`);
    expect(await world.queue.claim()).toBeNull();
  });

  it('forgets a code as soon as it is sent, other mail after a week, ids after more than a year', async () => {
    await world.outbox.post(aMail(), { id: 'code', secret: true });
    await world.outbox.post(aMail(), { id: 'news' });
    await send();
    expect(await world.row('code')).toMatchObject({ state: 'sent', content: null });
    await world.pass(6 * DAY);
    await world.records.tidyUp();
    expect(await world.row('news')).toMatchObject({ content: { subject: 'A subject' } });
    // What the server said often names the recipient.
    await world.pool.query(`UPDATE mail_outbox SET reason = 'sent to grace@example.test' WHERE id = 'news'`);
    await world.pass(2 * DAY);
    await world.records.tidyUp();
    expect(await world.row('news')).toMatchObject({ state: 'sent', content: null, reason: null });
    await world.pass(400 * DAY);
    await world.records.tidyUp();
    expect(await world.states()).toEqual({});
  });

  it('is left to others by a program that ends', async () => {
    await world.outbox.post(aMail(), { id: 'ending' });
    const ending = new AbortController();
    const { transport } = under;
    const stopping: MailTransport = {
      ...transport,
      deliver: (mail, begin) => {
        ending.abort();
        return transport.deliver(mail, begin);
      },
    };
    await world.sender(stopping).sendDue(ending.signal);
    expect(await world.row('ending')).toMatchObject({ state: 'waiting' });
    await send();
    expect(await news()).toHaveLength(1);
  });

  it('refuses what is no address', async () => {
    const to = { name: 'x', address: 'b@x.test\r\nBcc: evil@x.test' };
    await expect(world.outbox.post(aMail({ to }), { id: 'evil' })).rejects.toThrow(TypeError);
    expect(await world.state('evil')).toBeUndefined();
  });

  describe('with a company', () => {
    it('is erased with it', async () => {
      await world.outbox.post(aMail(), { id: 'theirs', companyId: 'theirs' });
      await world.outbox.post(aMail(), { id: 'others', companyId: 'others' });
      await send();
      await world.outbox.post(aMail(), { id: 'waiting', companyId: 'theirs' });
      const client = await world.pool.connect();
      await eraseRows(client, 'theirs', { addresses: [], until: '2026-01-01T00:00:00.000Z' });
      client.release();
      const { theirs, waiting, others } = await world.states();
      expect({ theirs, waiting, others }).toEqual({ theirs: undefined, waiting: undefined, others: 'sent' });
      const left = await world.pool.query(`SELECT 1 FROM development_mailbox WHERE company_id = 'theirs'`);
      expect(left.rowCount).toBe(0);
    });
  });
}
