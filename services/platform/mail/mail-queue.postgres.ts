import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { MailContent } from './mail-content.ts';
import { type OutgoingMail, PATIENCE } from './mail-transport.port.ts';

/** A mail that one sender has claimed. A sender may record a result only while it holds the claim. */
export type ClaimedMail = OutgoingMail & {
  readonly claim: string;
  /** 1 for the first. */
  readonly tries: number;
  readonly notAfter: string | null;
};

type Claim = Pick<ClaimedMail, 'id' | 'claim'>;

export type MailQueue = ReturnType<typeof createMailQueue>;

/** Longer than a sender may take, so that a working sender is rarely taken for dead. Milliseconds. */
const CLAIM_MS = PATIENCE.beforeBegin + 10_000;
const HANDOVER_MS = PATIENCE.afterBegin + 60_000;

type Row = {
  id: string;
  company_id: string | null;
  content: MailContent;
  posted_at: string;
  not_after: string | null;
  tries: number;
};

/** The sending side of the outbox. Its states and their reasons: infra/adr/0020. */
export function createMailQueue({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const now = () => clock.now();
  const later = (ms: number) => new Date(now().getTime() + ms);

  async function settle({ id, claim }: Claim, state: string, from: string[], reason: string | null) {
    const { rowCount } = await pool.query(
      `UPDATE mail_outbox
          SET state = $3, reason = $5, settled_at = $6, content = CASE WHEN secret THEN NULL ELSE content END
        WHERE id = $1 AND claim = $2 AND state = ANY ($4)`,
      [id, claim, state, from, reason, now()],
    );
    return rowCount === 1;
  }

  return {
    /** Claims the most urgent mail that is due; null when there is none. */
    async claim(): Promise<ClaimedMail | null> {
      const claim = randomUUID();
      const { rows } = await pool.query<Row>(
        `UPDATE mail_outbox SET state = 'claimed', claim = $1, due_at = $2, tries = tries + 1
          WHERE id = (SELECT id FROM mail_outbox
                       WHERE state IN ('waiting', 'claimed') AND due_at <= $3 AND content IS NOT NULL AND (not_after IS NULL OR not_after > $3)
                       ORDER BY not_after IS NULL, due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING id, company_id, content, posted_at, not_after, tries`,
        [claim, later(CLAIM_MS), now()],
      );
      const row = rows[0];
      if (!row) return null;
      const { id, company_id: companyId, posted_at: postedAt, not_after: notAfter, tries, content } = row;
      return { ...content, id, companyId, postedAt, notAfter, tries, claim };
    },

    /** From here on the mail may have arrived. False when the claim is lost or the mail expired: send nothing. */
    async begin({ id, claim }: Claim): Promise<boolean> {
      const { rowCount } = await pool.query(
        `UPDATE mail_outbox SET state = 'handing over', due_at = $3
          WHERE id = $1 AND claim = $2 AND state = 'claimed' AND (not_after IS NULL OR not_after > $4)`,
        [id, claim, later(HANDOVER_MS), now()],
      );
      return rowCount === 1;
    },

    /** A sender that was taken for dead by mistake may still record the result of its mail. */
    sent: (mail: Claim) => settle(mail, 'sent', ['handing over', 'uncertain'], null),
    failed: (mail: Claim, reason: string) =>
      settle(mail, 'failed', ['claimed', 'handing over', 'uncertain'], reason),
    uncertain: (mail: Claim, reason: string) => settle(mail, 'uncertain', ['handing over'], reason),

    /** Records that nothing was sent; the next try is in so many milliseconds. */
    async retry({ id, claim }: Claim, delayMs: number, reason: string): Promise<void> {
      await pool.query(
        `UPDATE mail_outbox SET state = 'waiting', claim = NULL, due_at = $3, reason = $4
          WHERE id = $1 AND claim = $2 AND state IN ('claimed', 'handing over')`,
        [id, claim, later(delayMs), reason],
      );
    },

    async isEmpty(): Promise<boolean> {
      const { rowCount } = await pool.query(
        `SELECT 1 FROM mail_outbox WHERE state IN ('waiting', 'claimed') LIMIT 1`,
      );
      return rowCount === 0;
    },

    /** Drops expired mails and gives up those that a dead sender was sending. Returns the ids of both. */
    async bury(): Promise<{ expired: string[]; uncertain: string[] }> {
      const { rows } = await pool.query<{ id: string; state: 'expired' | 'uncertain' }>(
        `UPDATE mail_outbox
            SET state = CASE state WHEN 'handing over' THEN 'uncertain' ELSE 'expired' END, settled_at = $1,
                reason = CASE state WHEN 'handing over' THEN 'its sender died' ELSE reason END,
                content = CASE WHEN secret THEN NULL ELSE content END
          WHERE state = 'handing over' AND due_at <= $1
             OR state = 'waiting' AND not_after <= $1
             OR state = 'claimed' AND not_after <= $1 AND due_at <= $1
          RETURNING id, state`,
        [now()],
      );
      const ids = (wanted: string) => rows.filter(({ state }) => state === wanted).map(({ id }) => id);
      return { expired: ids('expired'), uncertain: ids('uncertain') };
    },
  };
}
