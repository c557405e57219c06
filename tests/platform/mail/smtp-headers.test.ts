import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEmail } from '#contracts/text.ts';
import { mailContent } from '#platform/mail/mail.port.ts';
import { createSmtpTransport } from '#platform/mail/mail-transport.smtp.ts';
import { readSender, smtpSettings } from '#platform/mail/smtp-settings.ts';
import { aMail } from './mail-world.ts';
import { type Received, type SmtpTestServer, startSmtpServer } from './smtp-test-server.ts';

const sender = readSender('Tallyboard <no-reply@tallyboard.test>');

let server: SmtpTestServer;
let transport: ReturnType<typeof createSmtpTransport>;
beforeAll(async () => {
  server = await startSmtpServer();
  transport = createSmtpTransport({ settings: smtpSettings(server.url), from: sender });
});
afterAll(async () => {
  await transport.close();
  await server.close();
});

const barbs = [
  ...['\r\n', '\n', '\r', '\r\n\r\n', '\0', '\u2028', '\u0085', '\u202e', '\ud800', ' ', '\t'],
  ...['Bcc: evil@x.test', 'To: evil@x.test', 'Content-Type: text/html', '.\r\n', 'RCPT TO:<evil@x.test>'],
  ...['"', '\\', '<', '>', ',', ';', ':', '(', ')', '@', '=?utf-8?Q?=0D=0ABcc=3A_evil=40x.test?=', '%0d%0a'],
  ...['group: evil@x.test;', '<evil@x.test>', 'evil@x.test', 'Zoë', '名前', '🧮', 'a'.repeat(300)],
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...barbs), fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 8 })
  .map((parts) => parts.join(''));
const address = fc
  .tuple(
    fc.constantFrom('ana', "o'neil", 'a+b', 'x.y', 'q=r', 'p%q'),
    fc.constantFrom('people.test', 'a-b.test'),
  )
  .map((parts) => parts.join('@'));

let count = 0;
/** What arrived; null when the server did not take it. */
async function received(mail: ReturnType<typeof mailContent>): Promise<Received | null> {
  count += 1;
  const outgoing = { ...mail, id: `mail ${count}`, companyId: null, postedAt: '2026-11-21T08:00:00.000Z' };
  const before = server.received.length;
  const { kind } = await transport.deliver(outgoing, async () => true);
  expect(server.received).toHaveLength(before + (kind === 'sent' ? 1 : 0));
  if (kind !== 'refused') expect(kind).toBe('sent');
  return server.received[before] ?? null;
}

const nameOf = (header: string) => header.slice(0, header.indexOf(':')).toLowerCase();
const HEADERS = [
  ...[
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'reply-to',
    'subject',
    'to',
  ],
];

describe('what people type', () => {
  it('never adds a header, a recipient or an end of the mail', async () => {
    await fc.assert(
      fc.asyncProperty(
        hostile,
        hostile,
        hostile,
        address,
        hostile,
        async (name, subject, text, to, writer) => {
          const mail = aMail({
            to: { name, address: to },
            subject: `A${subject}`,
            text: `A${text}`,
            html: `<p>${text}</p>`,
          });
          const content = mailContent(mail, { name: writer, address: 'writer@people.test' });
          const { headers, recipients, email } = (await received(content)) as Received;
          expect(recipients).toEqual([to]);
          expect(headers.map(nameOf).sort()).toEqual(HEADERS);
          expect(email.to?.map((each) => each.address)).toEqual([to]);
          expect(email.from?.address).toBe(sender.address);
          expect(email.replyTo?.map((each) => each.address)).toEqual(['writer@people.test']);
          expect(email.cc ?? []).toEqual([]);
          expect(email.bcc ?? []).toEqual([]);
          expect(email.attachments).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is an address only if it is one and nothing else', () => {
    fc.assert(
      fc.property(hostile, address, hostile, (before, real, after) => {
        const given = `${before}${real}${after}`;
        const post = () => mailContent(aMail({ to: { name: '', address: given } }));
        if (!isEmail(given)) expect(post).toThrow(TypeError);
        else expect(given).toMatch(/^[^\s<>,;:"@\p{Cc}]+@[^\s<>,;:"@\p{Cc}]+$/u);
      }),
      { numRuns: 2000 },
    );
  });

  it('reaches only its one recipient, for every valid address', async () => {
    const typed = fc
      .tuple(fc.stringMatching(/^[^\s@<>()[\]\\,;:"]{1,20}$/), fc.constantFrom('people.test', 'evil.test'))
      .map(([local, domain]) => `${local}@${domain}`)
      .filter((given) => isEmail(given) && /^[\x20-\x7e]*$/.test(given));
    await fc.assert(
      fc.asyncProperty(typed, async (to) => {
        const arrived = await received(mailContent(aMail({ to: { name: '', address: to } })));
        // A server may be stricter than we are.
        expect(arrived?.recipients ?? [to]).toEqual([to]);
        expect(arrived?.email.to?.map((each) => each.address) ?? [to]).toEqual([to]);
      }),
      { numRuns: 200 },
    );
  });
});
