import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from './smtp-settings.ts';

export type SmtpEnvelope = { readonly from: string; readonly to: string };

/** A connection after greeting, TLS (where required) and sign-in. */
export type SmtpSession = {
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
export async function openSmtpSession(settings: SmtpSettings, signal: AbortSignal): Promise<SmtpSession> {
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
