import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { INQUIRY_MAX } from '#contracts/text.ts';
import { type SmtpTestServer, startSmtpServer } from '#tests/platform/mail/smtp-test-server.ts';
import { AS_JSON, type HttpClient } from '#tests/support/servers/http-client.ts';
import { startAnother, startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

const SUPPORT = 'help@tallyboard.test';
const inquiry = {
  firstName: 'Ana',
  lastName: 'Ng',
  companyName: 'Acme',
  email: 'ana@acme.test',
  employeeCount: '21-50',
  message: 'How much is it for forty people?',
};

let server: SmtpTestServer;
let program: TestProgram;
let visitor: HttpClient;
beforeAll(async () => {
  server = await startSmtpServer();
  const mail = { kind: 'smtp', url: server.url, from: 'no-reply@tallyboard.test' } as const;
  program = await startTestProgram({ mail, supportEmail: SUPPORT });
});
afterAll(async () => {
  await program.stop();
  await server.close();
});
// Mail of one test must not arrive during the next.
afterEach(async () => {
  const waiting = async () => (await program.core.mail.records.counts()).waiting;
  await expect.poll(waiting, { message: 'mails that wait' }).toBe(0);
});
beforeEach(async () => {
  await program.core.database.owner.query('DELETE FROM rate_limits');
  await program.core.database.owner.query('DELETE FROM mail_outbox');
  server.received.length = 0;
  visitor = program.client();
});

const write = (changes: object = {}, headers = {}, from = visitor) =>
  from.post('/api/contact-us', { ...inquiry, ...changes }, headers);
const refused = (error: keyof typeof messages, status = 400) => ({
  status,
  body: { error, message: messages[error] },
});
const answerOf = ({ status, body }: { status: number; body: unknown }) => ({ status, body });
async function waiting(): Promise<number> {
  const { rows } = await program.core.database.owner.query(`SELECT count(*) AS n FROM mail_outbox`);
  return rows[0].n;
}
/** The mails at the server, once there are this many. */
async function received(count: number) {
  await expect
    .poll(() => server.received.length, { message: 'received mails' })
    .toBeGreaterThanOrEqual(count);
  const of = (address: string) => server.received.find(({ recipients }) => recipients.includes(address));
  return { toSupport: of(SUPPORT), receipt: of(inquiry.email) };
}

describe('an inquiry', () => {
  it('reaches support with the writer as reply address, and the writer gets a receipt', {
    tags: ['spec-3.18', 'spec-7.47', 'spec-9.2'],
  }, async () => {
    expect(answerOf(await write({ consent: 'on' }))).toEqual({
      status: 200,
      body: { message: messages.inquirySent },
    });
    const { toSupport, receipt } = await received(2);
    expect(toSupport?.recipients).toEqual([SUPPORT]);
    expect(toSupport?.email.replyTo).toEqual([{ name: 'Ana Ng', address: inquiry.email }]);
    for (const part of [inquiry.message, 'Ana Ng', 'Acme', '21-50', inquiry.email, 'agreed']) {
      expect(toSupport?.email.text).toContain(part);
    }
    expect(receipt?.recipients).toEqual([inquiry.email]);
    expect(receipt?.email.to).toEqual([{ name: '', address: inquiry.email }]);
    expect(receipt?.email.text).toContain('within 24 hours');
    expect(receipt?.email.text).not.toContain(inquiry.message);
  });

  it('states consent only when it was given', { tags: ['spec-5.26'] }, async () => {
    expect((await write({ consent: 'false' })).status).toBe(200);
    expect((await received(2)).toSupport?.email.text).toContain('not agreed');
    const json = await visitor.send(
      'POST',
      '/api/contact-us',
      { ...inquiry, consent: true as never },
      AS_JSON,
    );
    expect(json.status).toBe(200);
    await expect.poll(() => server.received.map(({ email }) => email.text).join()).toMatch(/(?<!not) agreed/);
  });

  it('is sent once per key, however often it is repeated; the key belongs to its writer only', async () => {
    const key = { 'idempotency-key': 'the-form-of-Ana' };
    for (let times = 0; times < 3; times += 1) expect((await write({}, key)).status).toBe(200);
    expect(await waiting()).toBe(2);
    expect((await write({ email: 'eve@acme.test' }, key)).status).toBe(200);
    expect(await waiting()).toBe(4);
  });

  it('is sent once when the same key reaches two processes at the same moment', async () => {
    const { config } = program.core;
    const second = await startAnother(program, { mail: config.mail, supportEmail: SUPPORT });
    const key = { 'idempotency-key': 'at-once' };
    const replies = await Promise.all(
      [program.url, second.url, program.url, second.url].map((url) =>
        fetch(`${url}/api/contact-us`, { method: 'POST', headers: key, body: new URLSearchParams(inquiry) }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await waiting()).toBe(2);
    await second.stop();
  });

  it.each(['firstName', 'lastName', 'companyName', 'email', 'employeeCount', 'message'])(
    'needs the field %s',
    { tags: ['spec-5.26'] },
    async (field) => {
      const { [field]: _, ...others } = inquiry as Record<string, string>;
      const missing = await visitor.post('/api/contact-us', others);
      expect(answerOf(missing)).toEqual(refused('allFieldsRequired'));
      expect(answerOf(await write({ [field]: '  ' }))).toEqual(refused('allFieldsRequired'));
      expect(await waiting()).toBe(0);
    },
  );

  it('needs a valid email', { tags: ['spec-5.26'] }, async () => {
    expect(answerOf(await write({ email: 'ana@acme' }))).toEqual(refused('invalidRegistrationEmail'));
    expect(await waiting()).toBe(0);
  });

  it.each([
    ['a name that breaks out of its header', { firstName: 'Ana\r\nBcc: eve@evil.test' }],
    ['a company that breaks out of the subject', { companyName: 'Acme\nBcc: eve@evil.test' }],
    ['an email with a second one', { email: 'ana@acme.test\r\nBcc: eve@evil.test' }],
    ['an email with a list', { email: 'ana@acme.test,eve@evil.test' }],
    ['a name that cannot be stored', { lastName: 'N\u0000g' }],
    ['a name without an end', { lastName: 'g'.repeat(256) }],
    ['a message without an end', { message: 'm'.repeat(INQUIRY_MAX + 1) }],
    ['an employee count of its own', { employeeCount: '1e9' }],
  ])('is refused with %s', async (_what, changes) => {
    expect((await write(changes)).status).toBe(400);
    expect(await waiting()).toBe(0);
  });

  it('is one mail to one recipient, whatever its texts contain', { tags: ['asvs-1.3.11'] }, async () => {
    const hostile = {
      firstName: '"Eve" <eve@evil.test>,',
      companyName: '=?utf-8?q?x=0D=0ABcc:_eve@evil.test?=',
      message: '.\r\nQUIT\r\nRCPT TO:<eve@evil.test>\r\n\r\nBcc: eve@evil.test\r\n<script>alert(1)</script>',
    };
    expect((await write(hostile)).status).toBe(200);
    const { toSupport } = await received(2);
    expect(server.received.flatMap(({ recipients }) => recipients).sort()).toEqual([inquiry.email, SUPPORT]);
    expect(toSupport?.email.to).toEqual([{ name: 'Support', address: SUPPORT }]);
    expect(toSupport?.email.replyTo?.map(({ address }) => address)).toEqual([inquiry.email]);
    expect(toSupport?.headers.filter((line) => /^bcc:/i.test(line))).toEqual([]);
    expect(toSupport?.email.text).toContain('RCPT TO:<eve@evil.test>');
    expect(toSupport?.email.html).not.toContain('<script>');
  });
});

describe('limits', () => {
  it('allow ten inquiries an hour per address, and say when to retry', {
    tags: ['spec-7.47', 'decision-9.31'],
  }, async () => {
    const replies = [];
    for (let times = 0; times < 11; times += 1) replies.push(await write({ email: `n${times}@acme.test` }));
    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
    const last = replies.at(-1);
    expect(last?.body.error).toBe('tooManyRequests');
    const retryAfter = Number(last?.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(3500);
    expect(retryAfter).toBeLessThanOrEqual(3600);
  });

  it('send a person at most three receipts a day, while support gets every inquiry', async () => {
    for (let times = 0; times < 5; times += 1) expect((await write()).status).toBe(200);
    expect(await waiting()).toBe(5 + 3);
  });

  it('do not count inquiries refused for their fields', async () => {
    for (let times = 0; times < 12; times += 1) await write({ email: 'none' });
    expect((await write()).status).toBe(200);
  });
});

it('an inquiry of a signed-in writer is stored with their company', async () => {
  const company = await program.seedCompany();
  const owner = await program.signIn(company.owner.email);
  expect((await write({}, {}, owner)).status).toBe(200);
  const { rows } = await program.core.database.owner.query('SELECT DISTINCT company_id FROM mail_outbox');
  expect(rows).toEqual([{ company_id: company.companyId }]);
});

it('an inquiry reports a failure while the database refuses, and stores neither mail', {
  tags: ['spec-8.18'],
}, async () => {
  const { owner: pool } = program.core.database;
  await pool.query(`
    CREATE FUNCTION pg_temp_refuse_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER refuse_receipts BEFORE INSERT ON mail_outbox FOR EACH ROW
      WHEN (new.id LIKE 'inquiry receipt %') EXECUTE FUNCTION pg_temp_refuse_receipts()`);
  const reply = await write();
  await pool.query('DROP TRIGGER refuse_receipts ON mail_outbox; DROP FUNCTION pg_temp_refuse_receipts()');
  expect(answerOf(reply)).toEqual(refused('failedToSendMessage', 503));
  expect(await waiting()).toBe(0);
  expect((await write()).status).toBe(200);
});
