import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { MailTransport } from './mail-transport.port.ts';

/** What `/dev/mailbox` shows. Programs read these names in `/dev/mailbox.json`. */
export type MailboxEntry = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** UTC ISO-8601. */
  readonly at: string;
};

type MailboxDeps = { readonly pool: pg.Pool; readonly clock: Clock };

/** Stores mail in this database, where a developer reads it. */
export function createMailboxTransport({ pool, clock }: MailboxDeps): MailTransport {
  return {
    description: 'development mailbox',
    async deliver(mail, begin) {
      let begun = false;
      try {
        begun = await begin();
        if (!begun) return { kind: 'stopped' };
        await pool.query(
          `INSERT INTO development_mailbox (id, company_id, recipient, subject, body_text, body_html, at)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING`,
          [mail.id, mail.companyId, mail.to.address, mail.subject, mail.text, mail.html, clock.now()],
        );
        return { kind: 'sent' };
      } catch (error) {
        // If it was stored after all, the same id makes no second one.
        return { kind: 'later', scope: 'server', reason: (error as Error).message };
      }
    },
    check: async () => {
      await pool.query('SELECT 1 FROM development_mailbox LIMIT 1');
    },
    close: async () => {},
  };
}

export type PlacedEntry = MailboxEntry & {
  /** A counter that names the mail in this mailbox. */
  readonly place: number;
};

/** Newest first. */
export async function readMailbox(pool: pg.Pool, most: number): Promise<readonly PlacedEntry[]> {
  const { rows } = await pool.query<PlacedEntry>(
    `SELECT recipient AS to, subject, body_text AS text, body_html AS html, at, place
       FROM development_mailbox ORDER BY place DESC LIMIT $1`,
    [most],
  );
  return rows;
}

/** The HTML of one mail; null when there is none. */
export async function readLetter(pool: pg.Pool, place: number): Promise<string | null> {
  const { rows } = await pool.query<{ body_html: string }>(
    'SELECT body_html FROM development_mailbox WHERE place = $1',
    [place],
  );
  return rows[0]?.body_html ?? null;
}
