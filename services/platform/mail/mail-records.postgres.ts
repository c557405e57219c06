import type pg from 'pg';
import { DAY_MS } from '#contracts/durations.ts';
import type { Clock } from '../clock.ts';

export type MailCounts = {
  /** Not sent yet, including those being sent. */
  readonly waiting: number;
  /** Age of the oldest of these. Seconds. */
  readonly oldestSeconds: number;
  readonly uncertain: number;
};

export type MailRecords = ReturnType<typeof createMailRecords>;

/** Long enough to look into a complaint about a mail. */
const CONTENT_KEPT_MS = 7 * DAY_MS;
/** The id alone is kept this long; until then its cause cannot send a mail again. */
const IDS_KEPT_MS = 400 * DAY_MS;
/** The mails in the developer's mailbox. */
const MAILBOX_MOST = 1000;

/** Numbers for metrics, and the deletion of old mails. */
export function createMailRecords({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  return {
    async counts(): Promise<MailCounts> {
      const { rows } = await pool.query<{ waiting: number; oldest: string | null; uncertain: number }>(
        `SELECT (SELECT count(*) FROM mail_outbox WHERE state = 'uncertain') AS uncertain,
                count(*) AS waiting, min(posted_at) AS oldest
           FROM mail_outbox WHERE state IN ('waiting', 'claimed', 'handing over')`,
      );
      const { waiting = 0, oldest = null, uncertain = 0 } = rows[0] ?? {};
      const age = oldest === null ? 0 : (clock.now().getTime() - Date.parse(oldest)) / 1000;
      return { waiting, oldestSeconds: Math.max(0, age), uncertain };
    },

    /**
     * Deletes content and recipient of a mail a week after it was sent or given up, and its row after more than a
     * year. Returns the number of each.
     */
    async tidyUp(): Promise<{ blanked: number; forgotten: number; mailbox: number }> {
      const blanked = await pool.query(
        // The reason is the server's reply, which often names the recipient.
        'UPDATE mail_outbox SET content = NULL, reason = NULL WHERE content IS NOT NULL AND settled_at < $1',
        [before(CONTENT_KEPT_MS)],
      );
      const forgotten = await pool.query('DELETE FROM mail_outbox WHERE settled_at < $1', [
        before(IDS_KEPT_MS),
      ]);
      const mailbox = await pool.query(
        `DELETE FROM development_mailbox
          WHERE place <= (SELECT place FROM development_mailbox ORDER BY place DESC OFFSET $1 LIMIT 1)`,
        [MAILBOX_MOST],
      );
      return {
        blanked: blanked.rowCount ?? 0,
        forgotten: forgotten.rowCount ?? 0,
        mailbox: mailbox.rowCount ?? 0,
      };
    },
  };
}
