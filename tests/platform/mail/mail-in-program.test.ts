import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MailboxEntry } from '#platform/mail/mail-transport.mailbox.ts';
import { startAnother, startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { aMail } from './mail-world.ts';
import { type SmtpTestServer, startSmtpServer } from './smtp-test-server.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const get = (program: { url: string }, path: string) => fetch(program.url + path);
async function mailbox(program: { url: string }): Promise<MailboxEntry[]> {
  return (await (await get(program, '/dev/mailbox.json')).json()) as MailboxEntry[];
}

describe('the development mailbox', () => {
  let program: TestProgram;
  beforeEach(async () => {
    program = await startTestProgram();
    closers.push(program.stop);
  });

  it('shows that it is empty, and then the newest mail first', async () => {
    expect(await (await get(program, '/dev/mailbox')).text()).toContain('No mail yet');
    expect(await mailbox(program)).toEqual([]);
    for (const n of [1, 2, 3, 4, 5]) {
      await program.core.mail.outbox.post(aMail({ subject: `mail ${n}` }), { id: `mail ${n}` });
      await expect.poll(async () => (await mailbox(program)).length, { message: 'shown mails' }).toBe(n);
    }
    const [newest] = await mailbox(program);
    expect(newest).toEqual({
      to: 'ana@people.test',
      subject: 'mail 5',
      text: 'Some text\n',
      html: '<p>Some text</p>\n',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('shows the content of a mail without running it', { tags: ['asvs-1.2.1'] }, async () => {
    const html = '<p>hi</p><script>alert(1)</script><img src="https://x.test/pixel">';
    const mail = aMail({
      subject: '<script>alert(1)</script>',
      text: '</pre><script>alert(2)</script>',
      html,
    });
    await program.core.mail.outbox.post(mail, { id: 'hostile' });
    await expect.poll(async () => (await mailbox(program))[0]?.html).toBe(html);
    const page = await get(program, '/dev/mailbox');
    const body = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(body).not.toContain('<script');
    expect(body).toContain('sandbox=""');
    const framed = await get(program, /src="(\/dev\/mailbox\/\d+)"/.exec(body)?.[1] ?? '');
    expect(await framed.text()).toBe(html);
    expect(framed.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
    expect((await get(program, '/dev/mailbox/999999')).status).toBe(404);
    expect((await get(program, "/dev/mailbox/1'")).status).toBe(404);
  });

  it('does not exist in production', async () => {
    const serious = await startAnother(program, { production: true });
    closers.push(serious.stop);
    const answer = async (path: string) => {
      const reply = await get(serious, path);
      return [reply.status, await reply.text()];
    };
    for (const path of ['/dev/mailbox', '/dev/mailbox/1', '/dev/mailbox.json']) {
      expect(await answer(path)).toEqual(await answer(path.replace('mailbox', 'nothing')));
    }
  });
});

describe('programs of one installation', () => {
  it('hand mail from the process that answers requests to the one that runs jobs', async () => {
    const jobs = await startTestProgram({ roles: new Set(['jobs', 'projections']) });
    closers.push(jobs.stop);
    const api = await startAnother(jobs, { roles: new Set(['api']) });
    closers.push(api.stop);
    for (const n of [1, 2, 3]) {
      await api.core.mail.outbox.post(aMail(), { id: `from afar ${n}` });
      await expect.poll(async () => (await mailbox(api)).length, { message: 'shown mails' }).toBe(n);
    }
  });

  it('send each mail once, though all of them run jobs', async () => {
    const server = await startSmtpServer();
    closers.push(server.close);
    const mail = { kind: 'smtp', url: server.url, from: 'no-reply@tallyboard.test' } as const;
    const first = await startTestProgram({ mail });
    closers.push(first.stop);
    const second = await startAnother(first, { mail });
    closers.push(second.stop);
    const ids = Array.from({ length: 60 }, (_, n) => `mail ${n}`);
    const post = (id: string, n: number) =>
      (n % 2 === 0 ? first : second).core.mail.outbox.post(aMail({ subject: id }), { id });
    await Promise.all(ids.map(post));
    const waiting = async () => (await first.core.mail.records.counts()).waiting;
    await expect.poll(waiting, { message: 'mails that wait' }).toBe(0);
    expect(server.received).toHaveLength(ids.length);
    expect(new Set(server.received.map(({ email }) => email.subject))).toEqual(new Set(ids));
  });

  it('stay ready while the mail server is away, and report it', {
    tags: ['reliability-53'],
  }, async () => {
    const server: SmtpTestServer = await startSmtpServer();
    closers.push(server.close);
    const mail = { kind: 'smtp', url: server.url, from: 'no-reply@tallyboard.test' } as const;
    const clock = { time: Date.now(), now: () => new Date(clock.time) };
    const program = await startTestProgram({ mail, clock });
    closers.push(program.stop);
    const readyz = async () => {
      const reply = await get(program, '/readyz');
      const { checks } = (await reply.json()) as { checks: Record<string, Record<string, unknown>> };
      return { status: reply.status, mail: checks.mail as Record<string, unknown> };
    };
    await expect.poll(async () => (await readyz()).mail.state).toBe('answers');
    expect(await (await get(program, '/dev/mailbox')).text()).toContain(
      `leaves for 127.0.0.1:${server.port}`,
    );
    await server.close();
    await program.core.mail.outbox.post(aMail(), { id: 'waits' });
    await expect.poll(async () => (await readyz()).mail.state).toBe('away');
    expect(await readyz()).toMatchObject({ status: 200, mail: { ok: true, waiting: 1 } });
    const metrics = await (await get(program, '/metrics')).text();
    expect(metrics).toContain('tallyboard_mail_waiting 1');
    await server.open();
    clock.time += 60_000;
    // Wakes the sender, which sends all due mails.
    await program.core.mail.outbox.post(aMail(), { id: 'wakes' });
    await expect.poll(() => server.received.length, { message: 'received mails' }).toBe(2);
  });
});
