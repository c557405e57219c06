import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Cancel, type Scheduler, systemScheduler } from '../clock.ts';
import { derivedId } from '../ids.ts';
import type { MailAddress } from './mail.port.ts';
import { type Delivery, type MailTransport, type OutgoingMail, PATIENCE } from './mail-transport.port.ts';
import type { SmtpSettings } from './smtp-settings.ts';

export type SmtpTransportOptions = {
  readonly settings: SmtpSettings;
  readonly from: MailAddress;
  readonly scheduler?: Scheduler;
};

/** We close idle connections before servers usually do. Milliseconds. */
const IDLE_MS = 10_000;

class Stopped extends Error {}

/** Delivers by SMTP. A connection that has just sent is kept for the next mail. */
export function createSmtpTransport({
  settings,
  from,
  scheduler = systemScheduler,
}: SmtpTransportOptions): MailTransport {
  const idle = new Map<SmtpSession, Cancel>();

  function takeIdle(): SmtpSession | undefined {
    for (const [session, cancel] of idle) {
      cancel();
      idle.delete(session);
      if (session.isOpen()) return session;
    }
    return undefined;
  }

  function giveBack(session: SmtpSession): void {
    const leave = () => {
      idle.delete(session);
      session.close();
    };
    idle.set(session, scheduler.after(IDLE_MS, leave));
  }

  /** One try on one connection. A kept connection may be dead already; then a new one is tried. */
  async function attempt(
    kept: SmtpSession | undefined,
    message: Buffer,
    to: string,
    begin: () => Promise<boolean>,
  ): Promise<Delivery | 'kept one was dead'> {
    const limit = new AbortController();
    const late = Promise.withResolvers<never>();
    const timeUp = () => {
      limit.abort();
      late.reject(new Error('the mail server takes too long'));
    };
    let cancel = scheduler.after(PATIENCE.beforeBegin, timeUp);
    let begun = false;
    async function* content() {
      if (!(await begin())) throw new Stopped();
      // The time limit may have passed while the database answered.
      if (limit.signal.aborted) throw new Error('too late to hand over');
      begun = true;
      cancel();
      cancel = scheduler.after(PATIENCE.afterBegin, timeUp);
      yield message;
    }
    let session = kept;
    try {
      const sending = async () => {
        session ??= await openSmtpSession(settings, limit.signal);
        await session.send({ from: from.address, to }, content);
      };
      await Promise.race([sending(), late.promise]);
      if (session) giveBack(session);
      return { kind: 'sent' };
    } catch (caught) {
      const error = caught as SmtpError;
      // The connection is closed, so that the next mail cannot complete a half-sent one.
      session?.close();
      if (error instanceof Stopped) return { kind: 'stopped' };
      if (begun) return failedAfter(error);
      if (kept && !limit.signal.aborted && error.responseCode === undefined) return 'kept one was dead';
      return failedBefore(error);
    } finally {
      cancel();
    }
  }

  return {
    description: settings.description,
    async deliver(mail, begin) {
      const message = await mailMessage(mail, from);
      for (;;) {
        const outcome = await attempt(takeIdle(), message, mail.to.address, begin);
        if (outcome !== 'kept one was dead') return outcome;
      }
    },
    async check() {
      const limit = new AbortController();
      const cancel = scheduler.after(PATIENCE.beforeBegin, () => limit.abort());
      giveBack(await openSmtpSession(settings, limit.signal).finally(cancel));
    },
    async close() {
      for (let session = takeIdle(); session; session = takeIdle()) session.close();
    },
  };
}

/** The error of nodemailer. */
type SmtpError = Error & {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
};

/** For a failure before any content of the mail was sent. */
function failedBefore(error: SmtpError): Delivery {
  const reason = error.message;
  const { code, command, responseCode = 0 } = error;
  // Our own side could not provide the content.
  if (code === 'ESTREAM') return { kind: 'later', scope: 'mail', reason };
  // Without a reply: nodemailer found that this server does not support such an address.
  if (code === 'EENVELOPE' && responseCode === 0) return { kind: 'refused', reason };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return { kind: 'later', scope: 'server', reason };
  // The sender is the same for every mail, so its rejection says nothing about this one.
  if (command === 'MAIL FROM') return { kind: 'later', scope: 'server', reason };
  return responseCode >= 500 ? { kind: 'refused', reason } : { kind: 'later', scope: 'mail', reason };
}

/**
 * For a failure after the mail, or a part of it, was sent. Only a reply to the whole mail is certain. A 421 is not such
 * a reply: a server sends it on every connection when it stops.
 */
function failedAfter(error: SmtpError): Delivery {
  const reason = error.message;
  const { code, responseCode = 0 } = error;
  if (code !== 'EMESSAGE' || responseCode < 400 || responseCode === 421) return { kind: 'uncertain', reason };
  return responseCode >= 500 ? { kind: 'refused', reason } : { kind: 'later', scope: 'mail', reason };
}

type SmtpEnvelope = { readonly from: string; readonly to: string };

/** A connection after greeting, TLS (where required) and sign-in. */
type SmtpSession = {
  /** False once the server or the network ended it. */
  readonly isOpen: () => boolean;
  /** Reads the content only when the server waits for it. Throws SmtpError. */
  send(envelope: SmtpEnvelope, content: () => AsyncIterable<Buffer>): Promise<void>;
  close(): void;
};

const TIMEOUTS = {
  dnsTimeout: 8000,
  connectionTimeout: 8000,
  greetingTimeout: 8000,
  socketTimeout: 30_000,
  socketCloseTimeout: 1000,
};

/** Throws SmtpError when the server is away, TLS fails, or the sign-in is rejected. */
async function openSmtpSession(settings: SmtpSettings, signal: AbortSignal): Promise<SmtpSession> {
  const connection = new SMTPConnection({ ...TIMEOUTS, ...settings.connection });
  let isOpen = true;
  connection.on('end', () => {
    isOpen = false;
  });
  const whenAsked = (ask: (answer: (error?: Error | null) => void) => void) =>
    new Promise<void>((done, fail) => {
      // These listeners stay: a failed send rejects its own call, and an idle session has no caller.
      connection.on('error', fail);
      signal.addEventListener('abort', () => fail(signal.reason), { once: true });
      ask((error) => (error ? fail(error) : done()));
    });
  try {
    await whenAsked((answer) => connection.connect(answer));
    const { login } = settings;
    if (login) await whenAsked((answer) => connection.login({ ...login, credentials: login }, answer));
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    isOpen: () => isOpen,
    send: (envelope, content) =>
      new Promise((done, fail) => {
        // nodemailer reads the stream only after the server's 354.
        const stream = Readable.from(content(), { highWaterMark: 1 });
        connection.send({ from: envelope.from, to: [envelope.to] }, stream, (error) =>
          error ? fail(error) : done(),
        );
      }),
    close: () => connection.close(),
  };
}

/** The mail as sent to a server. Its Message-ID derives from its id, so that logs of both sides can be compared. */
function mailMessage(mail: OutgoingMail, from: MailAddress): Promise<Buffer> {
  const { to, replyTo, subject, text, html } = mail;
  return new MailComposer({
    from: { ...from },
    to: { ...to },
    ...(replyTo ? { replyTo: { ...replyTo } } : {}),
    subject,
    text,
    html,
    messageId: messageId(mail.id, from),
    date: new Date(mail.postedAt),
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

export function messageId(id: string, from: MailAddress): string {
  return `<${derivedId('mail', id)}@${from.address.split('@').at(-1)}>`;
}
