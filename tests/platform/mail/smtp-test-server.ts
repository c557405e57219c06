import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { keptPort } from '#tests/support/servers/kept-port.ts';
import { TEST_CERTIFICATE } from './tls-certificate.ts';

/** The step of a conversation at which the server is about to answer. */
export type SmtpPhase = 'connect' | 'mail' | 'rcpt' | 'data' | 'message';

export type Received = {
  readonly raw: string;
  /** Header lines, unfolded, in order. */
  readonly headers: readonly string[];
  readonly recipients: readonly string[];
  readonly messageId: string;
  readonly email: Email;
};

/** Throws (with a `responseCode`) to refuse, waits to be slow. */
export type Mood = (phase: SmtpPhase, about: string) => Promise<void> | void;

export class Refusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message = 'no') {
    super(message);
    this.responseCode = responseCode;
  }
}

/** A real SMTP server that stores every complete message, even if it did not confirm it. */
export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const seen = { connections: 0, logins: [] as string[] };
  let mood: Mood = () => {};
  const port = await keptPort();
  let server = await listen();

  async function listen(): Promise<SMTPServer> {
    const feel = (phase: SmtpPhase, about: string, done: (error?: Error | null) => void) => {
      Promise.resolve()
        .then(() => mood(phase, about))
        .then(() => done(), done);
    };
    const made = new SMTPServer({
      disabledCommands: options.secure || options.authOptional === false ? [] : ['AUTH', 'STARTTLS'],
      ...TEST_CERTIFICATE,
      disableReverseLookup: true,
      closeTimeout: 50,
      onAuth({ username = '', password = '' }, _session, done) {
        seen.logins.push(`${username}:${password}`);
        done(null, { user: username });
      },
      onConnect(_session, done) {
        seen.connections += 1;
        feel('connect', '', done);
      },
      onMailFrom: ({ address }, _session, done) => feel('mail', address, done),
      onRcptTo: ({ address }, _session, done) => feel('rcpt', address, done),
      onData(stream, session, done) {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const chunks: Buffer[] = [];
        feel('data', recipients.join(), (refused) => {
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          // Also runs for a lost connection; only a complete message counts.
          stream.on('end', async () => {
            if (refused) return done(refused);
            const message = await read(Buffer.concat(chunks), recipients);
            received.push(message);
            feel('message', message.messageId, done);
          });
        });
      },
      ...options,
    });
    made.on('error', () => {});
    made.listen(port, '127.0.0.1');
    await once(made.server, 'listening');
    return made;
  }

  const close = () => new Promise<void>((done) => server.close(() => done()));
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    seen,
    /** Sets the behaviour for all later messages. */
    feels(next: Mood): void {
      mood = next;
    },
    times: (messageId: string) => received.filter((each) => each.messageId === messageId).length,
    close,
    /** Serves again on the same port. */
    async open(): Promise<void> {
      server = await listen();
    },
  };
}

export type SmtpTestServer = Awaited<ReturnType<typeof startSmtpServer>>;

async function read(bytes: Buffer, recipients: readonly string[]): Promise<Received> {
  const raw = bytes.toString('utf8');
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const email = await PostalMime.parse(bytes);
  return { raw, headers, recipients, messageId: email.messageId ?? '', email };
}
