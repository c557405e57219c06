import type { MailAddress } from './mail.port.ts';
import { mailMessage } from './mail-message.ts';
import { type Delivery, type MailTransport, PATIENCE } from './mail-transport.port.ts';
import { failedAfter, failedBefore, type SmtpError } from './smtp-failures.ts';
import { openSmtpSession, type SmtpSession } from './smtp-session.ts';
import type { SmtpSettings } from './smtp-settings.ts';

export type SmtpTransportOptions = {
  readonly settings: SmtpSettings;
  readonly from: MailAddress;
  /** Milliseconds; tests have less. */
  readonly patience?: { readonly beforeBegin: number; readonly afterBegin: number };
};

/** We close idle connections before servers usually do. Milliseconds. */
const IDLE_MS = 10_000;

class Stopped extends Error {}

/** Delivers by SMTP. A connection that has just sent is kept for the next mail. */
export function createSmtpTransport({
  settings,
  from,
  patience = PATIENCE,
}: SmtpTransportOptions): MailTransport {
  const idle = new Map<SmtpSession, NodeJS.Timeout>();

  function takeIdle(): SmtpSession | undefined {
    for (const [session, timer] of idle) {
      clearTimeout(timer);
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
    idle.set(session, setTimeout(leave, IDLE_MS));
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
    let timer = setTimeout(timeUp, patience.beforeBegin);
    let begun = false;
    async function* content() {
      if (!(await begin())) throw new Stopped();
      // The time limit may have passed while the database answered.
      if (limit.signal.aborted) throw new Error('too late to hand over');
      begun = true;
      clearTimeout(timer);
      timer = setTimeout(timeUp, patience.afterBegin);
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
      clearTimeout(timer);
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
      const session = await openSmtpSession(settings, AbortSignal.timeout(patience.beforeBegin));
      giveBack(session);
    },
    async close() {
      for (let session = takeIdle(); session; session = takeIdle()) session.close();
    },
  };
}
