import type pg from 'pg';
import { daysBefore, type LocalDate } from '#contracts/local-date.ts';
import { isEmail } from '#contracts/text.ts';
import type { Clock } from '#platform/clock.ts';
import { withTransaction } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import { type DailySealFacts, dailySealLetter } from './daily-seal.mail.ts';
import type { SealTree } from './seal-tree.postgres.ts';
import type { Seals } from './seals.postgres.ts';

/** The recipient of a seal. */
export type SealReader = {
  readonly companyName: string;
  readonly employeeId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
};

export type DailySealDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly seals: Pick<Seals, 'waiting' | 'headAt' | 'newest' | 'store'>;
  readonly tree: Pick<SealTree, 'append'>;
  /** The public half of the key that signs the chains. */
  readonly key: string;
  /**
   * When the oldest event without a link or without a place in the history was recorded (UTC ISO-8601); null: all
   * events have both.
   */
  readonly waitingSince: () => Promise<string | null>;
  /** Position of the company's last event at that instant (UTC ISO-8601); -1 for none. */
  readonly positionAt: (companyId: string, instant: string) => Promise<number>;
  /** The super employee; null: the company has ended, or has none. */
  readonly readerOf: (companyId: string) => Promise<SealReader | null>;
  readonly timeZoneOf: (person: { companyId: string; employeeId: string }) => Promise<string>;
  readonly outbox: Outbox;
  /** The public URL, without a slash at the end. */
  readonly publicUrl: () => string;
};

type Sealed = Pick<DailySealFacts, 'day' | 'count' | 'link' | 'key' | 'before' | 'root'> & {
  readonly sealed_at: string;
};

export type DailySeal = ReturnType<typeof createDailySeal>;

/**
 * Seals the last UTC day: stores the end of each company's chain at that time and mails it, in one transaction. So
 * there is never a seal without its mail and its place in the tree of all seals, and no seal twice, even after a crash or with several processes. A day
 * without new events has no seal. A day that passed while the program was down has none either; the seal of the
 * next day covers it.
 */
export function createDailySeal(deps: DailySealDeps) {
  const { pool, clock, log, seals, tree, key, waitingSince, positionAt, readerOf } = deps;
  const { timeZoneOf, outbox, publicUrl } = deps;

  async function sealDay(companyId: string, day: LocalDate): Promise<boolean> {
    const position = await positionAt(companyId, endOf(day));
    const head = await seals.headAt(companyId, position);
    const before = await seals.newest(companyId);
    if (!head || head.position <= (before?.position ?? -1)) return false;
    const seal = { day, sealed_at: clock.now().toISOString(), ...head };
    const reader = await readerOf(companyId);
    const letter = reader && (await letterTo(companyId, reader));
    const id = `seal ${companyId} ${day}`;
    const isNew = await withTransaction(pool, async (client) => {
      if (!(await seals.store(client, companyId, seal))) return false;
      const root = await tree.append(client);
      if (letter) await outbox.post(letter({ ...seal, key, before, root }), { id, companyId }, client);
      return true;
    });
    if (isNew && letter) outbox.nudge(id);
    return isNew;
  }

  /** Null: no mail can be sent. */
  async function letterTo(companyId: string, reader: SealReader) {
    if (!isEmail(reader.email)) {
      log.warn({ companyId }, 'no mail about a seal: the address is none');
      return null;
    }
    const timeZone = await timeZoneOf({ companyId, employeeId: reader.employeeId });
    const to = { name: `${reader.firstName} ${reader.lastName}`, address: reader.email };
    return (seal: Sealed) => ({
      to,
      ...dailySealLetter({ ...reader, ...seal, sealedAt: seal.sealed_at, timeZone, publicUrl: publicUrl() }),
    });
  }

  return {
    /** Seals every company that is due. A failure of one is logged and does not delay the others. */
    async sealYesterday(signal: AbortSignal): Promise<number> {
      const day = daysBefore(clock.now().toISOString().slice(0, 10), 1);
      const behind = await waitingSince();
      // A seal is final, so it must cover the whole day: wait until links and history have caught up.
      if (behind !== null && behind <= endOf(day)) {
        log.warn({ day, behind }, 'the chain or the history is behind; the next run seals the day');
        return 0;
      }
      let sealed = 0;
      for (const companyId of await seals.waiting(day)) {
        if (signal.aborted) break;
        try {
          if (await sealDay(companyId, day)) sealed += 1;
        } catch (err) {
          log.error({ err, companyId, day }, 'a day could not be sealed; the next run tries again');
        }
      }
      return sealed;
    },
  };
}

/** The last instant of a UTC day. */
function endOf(day: LocalDate): string {
  return `${day}T23:59:59.999Z`;
}
