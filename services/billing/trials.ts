import { createHmac, hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { normalizeName } from '#contracts/text.ts';
import { withTransaction } from '#platform/database.ts';
import { keyIn } from '#platform/key-file.ts';
import type { Log } from '#platform/log.ts';
import { CliError } from '#platform/terminal.ts';
import type { Payments } from './payments.port.ts';
import type { Payer } from './subscription/payers.fold.ts';

/** Of who had a trial. `plain` is how versions before this one stored it; without the key it can be tried out. */
export type TrialDigest = { readonly keyed: string; readonly plain: string };

/** `wanted` is stored; the trial is refused when one of it, or of `plain`, belongs to another company. */
export type TrialClaim = { readonly wanted: readonly string[]; readonly plain: readonly string[] };

export type TrialsDeps = {
  readonly key: () => Buffer;
  /** The newest version of each event that every running process reads. */
  readonly readByAll: Readonly<Record<string, number>>;
};

export type Trials = ReturnType<typeof createTrials>;

/** Digests of those who had a trial, under a key that is not in the database. See ADR 0025. */
export function createTrials({ key, readByAll }: TrialsDeps) {
  // A version that knows this event knows keyed digests.
  const isAlone = () => Boolean(readByAll.EmployeeErased);
  const keyed = (plain: string) => `k1.${createHmac('sha256', key()).update(plain).digest('base64url')}`;
  const digestOf = (parts: readonly string[]): TrialDigest => {
    const plain = hash('sha256', JSON.stringify(parts), 'base64url');
    return { plain, keyed: keyed(plain) };
  };
  return {
    /** Equal for the same company name and email, however they are written. */
    ofPayer: ({ companyName, email }: Pick<Payer, 'companyName' | 'email'>): TrialDigest =>
      digestOf([companyName, email].map(normalizeName)),

    ofCard: (provider: Payments['provider'], fingerprint: string): TrialDigest =>
      digestOf(['card', provider, fingerprint]),

    /** A process of a former version has to find the plain ones. */
    claimOf(digests: readonly TrialDigest[]): TrialClaim {
      const plain = digests.map((one) => one.plain);
      return { wanted: [...digests.map((one) => one.keyed), ...(isAlone() ? [] : plain)], plain };
    },

    /** Replaces digests of former versions, when none of their processes runs; returns the number. */
    async convert(pool: pg.Pool): Promise<number> {
      if (!isAlone()) return 0;
      const { rows } = await pool.query<{ payer: string }>(
        `SELECT payer FROM billing_trials WHERE ${IS_PLAIN('payer')}
         UNION SELECT ask->>'payer' FROM billing_intents
                WHERE state <> 'open' AND kind = 'start' AND ${IS_PLAIN("ask->>'payer'")}`,
      );
      if (rows.length === 0) return 0;
      await withTransaction(pool, async (client) => {
        for (const { payer } of rows) {
          const values = [payer, keyed(payer)];
          await client.query(
            `INSERT INTO billing_trials (payer, company_id, began_at)
             SELECT $2, company_id, began_at FROM billing_trials WHERE payer = $1 ON CONFLICT DO NOTHING`,
            values,
          );
          await client.query('DELETE FROM billing_trials WHERE payer = $1', [payer]);
          await client.query(
            `UPDATE billing_intents SET ask = jsonb_set(ask, '{payer}', to_jsonb($2::text))
              WHERE kind = 'start' AND state <> 'open' AND ask->>'payer' = $1`,
            values,
          );
        }
        await client.query('SELECT mark_tables_to_rewrite()');
      });
      return rows.length;
    },
  };
}

/** A keyed digest has a dot, and so has the mark of a key. */
const IS_PLAIN = (column: string) => `strpos(${column}, '.') = 0`;

/**
 * Notes which key this process has. Warns when another process, or an earlier time, had another: trials under that one are
 * not recognised.
 */
export async function noteTrialKey(
  pool: Pick<pg.Pool, 'query'>,
  key: Buffer,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const mark = `key.${createHmac('sha256', key).update('trial key').digest('base64url').slice(0, 16)}`;
  await pool.query(
    `INSERT INTO billing_trials (payer, company_id, began_at) VALUES ($1, '', now()) ON CONFLICT DO NOTHING`,
    [mark],
  );
  const { rowCount } = await pool.query(
    `SELECT FROM billing_trials WHERE payer LIKE 'key.%' AND payer <> $1`,
    [mark],
  );
  if (rowCount)
    log.warn(
      'companies that had a trial under another TRIAL_KEY can have a second one; let all processes have the same',
    );
}

const FILE = 'trial.key';
const SECRET = /^[0-9a-f]{64}$/;

/**
 * The given key, or that in the data folder, made where there is none. Throws CliError for a file that has none. Where
 * nothing can be written, the key lives as long as this process, and `noteTrialKey` warns at the next.
 */
export async function readTrialKey({
  trialKey,
  dataDir,
}: {
  readonly trialKey: string | undefined;
  readonly dataDir: string;
}): Promise<Buffer> {
  if (trialKey !== undefined) return Buffer.from(trialKey);
  const file = join(dataDir, FILE);
  const newKey = () => `${randomBytes(32).toString('hex')}\n`;
  const text = (await keyIn(file, newKey, { isNeeded: false })).trim();
  if (!SECRET.test(text))
    throw new CliError(`${file} holds no key. Bring the right one back, or set TRIAL_KEY.`);
  return Buffer.from(text);
}
