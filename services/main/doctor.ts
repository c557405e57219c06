import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import type { Config } from '#platform/config.ts';
import type { Header } from '#services/rescue/rescue-file.ts';

/** What one look has found; `mend` is what to do, and undefined where nothing is missing. */
export type Finding = { readonly about: string; readonly is: string; readonly mend?: string | undefined };

type Settings = Pick<
  Config,
  'publicUrl' | 'mail' | 'payments' | 'trustProxy' | 'databaseUrl' | 'sealKeyFile' | 'securityText'
>;

/** What the environment alone tells. */
export function findInSettings(
  { publicUrl, mail, payments, trustProxy, databaseUrl, sealKeyFile, securityText }: Settings,
  mode: string | undefined,
  now: Date,
): Finding[] {
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  return [
    mode === 'production'
      ? { about: 'mode', is: 'production' }
      : { about: 'mode', is: 'development: mail is open to visitors', mend: 'set NODE_ENV=production' },
    isHttps
      ? { about: 'https', is: `${publicUrl}` }
      : {
          about: 'https',
          is: 'passwords and sessions cross the network in clear',
          mend: 'put a proxy with a certificate in front (compose.production.yml) and set PUBLIC_URL=https://…',
        },
    trustProxy !== false || !isHttps
      ? { about: 'proxy', is: trustProxy === false ? 'none is expected' : 'its X-Forwarded headers count' }
      : {
          about: 'proxy',
          is: 'all people count as one network, so one of them can use up the limits of all',
          mend: 'set TRUST_PROXY to the number of proxies in front, or to their addresses',
        },
    mail.kind === 'smtp'
      ? { about: 'mail', is: `leaves for ${new URL(mail.url).host}` }
      : { about: 'mail', is: 'no mail leaves this machine', mend: 'set SMTP_URL and MAIL_FROM' },
    payments.kind === 'stripe'
      ? { about: 'payments', is: 'Stripe' }
      : {
          about: 'payments',
          is: 'a sandbox that moves no money',
          mend: 'set STRIPE_SECRET_KEY and its companions',
        },
    databaseUrl === undefined || sealKeyFile !== undefined
      ? { about: 'signatures', is: 'all processes have one key' }
      : {
          about: 'signatures',
          is: 'a history made anew in the database is not found: each machine has a key of its own',
          mend: 'set SEAL_KEY_FILE to a file that every machine has; the first start makes it',
        },
    findContact(securityText, now),
  ];
}

/** Who may read the private key that signs the chains. */
export async function findInKey({
  dataDir,
  sealKeyFile,
}: Pick<Config, 'dataDir' | 'sealKeyFile'>): Promise<Finding> {
  const file = sealKeyFile ?? join(dataDir, 'seal-key.pem');
  const about = 'key of signatures';
  const mode = await stat(file).then(
    ({ mode: bits }) => bits & 0o077,
    () => null,
  );
  if (mode === null)
    return { about, is: `${file} is not there`, mend: 'start the program once; keep a copy apart' };
  if (mode === 0) return { about, is: 'for its owner alone' };
  return { about, is: `others of this machine may read ${file}`, mend: `chmod 600 ${file}` };
}

function findContact(text: Settings['securityText'], now: Date): Finding {
  const about = 'security contact';
  const until = text?.expires.slice(0, 10);
  if (text && text.expires > now.toISOString()) return { about, is: `in security.txt until ${until}` };
  return {
    about,
    is: text ? `security.txt ended on ${until}` : 'people who find a weakness are told no address',
    mend: text
      ? 'check SECURITY_CONTACT, and set SECURITY_CONTACT_UNTIL to a later day'
      : 'set SECURITY_CONTACT, and SECURITY_CONTACT_UNTIL to a day within a year',
  };
}

/** Logins as `findLogins` answers. */
export function findInLogins(logins: object | string): Finding {
  if (typeof logins !== 'string') return { about: 'database logins', is: 'apart, with row-level security' };
  const mend = 'start the program once; if it warns then, run infra/postgres/logins.sql';
  return { about: 'database logins', is: logins, mend };
}

const DAY_MS = 86_400_000;
/** Sessions, locks and dates of shifts compare the two. */
const CLOCKS_APART_MS = 1000;

const ASKED = `
  SELECT (SELECT count(*)::int FROM accounts WHERE company_id = $1) AS demo,
         (SELECT count(*)::int FROM mail_outbox m WHERE id LIKE 'seal %' AND state IN ('failed', 'uncertain', 'expired')
             -- A later one covers what this one does.
             AND NOT EXISTS (SELECT FROM mail_outbox l WHERE l.company_id = m.company_id AND l.id LIKE 'seal %'
                                AND l.state = 'sent' AND l.posted_at > m.posted_at)) AS undelivered,
         current_setting('autovacuum') AS autovacuum,
         (SELECT string_agg(relname, ', ' ORDER BY relname) FROM pg_stat_user_tables
           WHERE n_dead_tup > 10000 AND n_dead_tup > n_live_tup) AS debt,
         (SELECT CASE WHEN current_setting('archive_mode') <> 'off'
                       AND last_archived_time > coalesce(last_failed_time, '-infinity')
                      THEN extract(epoch FROM clock_timestamp() - last_archived_time) * 1000 END
            FROM pg_stat_archiver)::float8 AS archived_ms_ago,
         extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`;
type Asked = {
  demo: number;
  undelivered: number;
  autovacuum: string;
  debt: string | null;
  archived_ms_ago: number | null;
  now: number;
};

type Looking = {
  /** When the newest backup was made; undefined: none is known. */
  readonly backupAt: string | undefined;
  readonly clock: { now(): Date };
};

/** What the database of an installation tells, as it is. */
export async function findInDatabase(pool: pg.Pool, { backupAt, clock }: Looking): Promise<Finding[]> {
  const before = clock.now().getTime();
  const { rows } = await pool.query<Asked>(ASKED, [DEMO_COMPANY_ID]);
  const { demo, undelivered, autovacuum, debt, archived_ms_ago, now } = rows[0] as Asked;
  const after = clock.now().getTime();
  // Between the two the server has looked at its clock.
  const apart = Math.round(Math.max(0, before - now, now - after));
  const backupAge = backupAt === undefined ? null : after - Date.parse(backupAt);
  const isCopied = [backupAge, archived_ms_ago].some((age) => age !== null && age <= DAY_MS);
  return [
    demo === 0
      ? { about: 'demo accounts', is: 'none' }
      : {
          about: 'demo accounts',
          is: `${demo}, whose password is published`,
          mend: 'npm run retention -- --demo --apply',
        },
    isCopied
      ? { about: 'backups', is: 'not older than a day' }
      : {
          about: 'backups',
          is:
            backupAge === null ? 'none is known' : `the newest is ${Math.floor(backupAge / DAY_MS)} days old`,
          mend: 'archive the WAL of the server, or npm run backup each day and name the newest: --backup <file>',
        },
    autovacuum === 'on' && debt === null
      ? { about: 'vacuum', is: 'no table has more dead rows than live ones' }
      : {
          about: 'vacuum',
          is: debt === null ? 'autovacuum is off' : `more dead rows than live ones: ${debt}`,
          mend: 'turn autovacuum on, and VACUUM these tables once',
        },
    undelivered === 0
      ? { about: 'daily seals', is: 'the newest of each company was delivered, or waits to be' }
      : {
          about: 'daily seals',
          is: `${undelivered} were not delivered`,
          mend: 'correct the addresses of super employees, or the mail server; the Proof page shows each seal',
        },
    apart <= CLOCKS_APART_MS
      ? { about: 'clock', is: 'that of the database' }
      : {
          about: 'clock',
          is: `${apart} ms from that of the database`,
          mend: 'keep both machines on time by NTP',
        },
  ];
}

/** When this backup was made, by its first line; undefined for another file. */
export async function momentOfBackup(file: string): Promise<string | undefined> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  try {
    let text = '';
    for await (const chunk of unpacked) {
      text += String(chunk);
      if (text.includes('\n')) break;
    }
    const { tallyboard, madeAt } = JSON.parse(text.split('\n', 1)[0] ?? '') as Partial<Header>;
    return tallyboard === 'backup' ? madeAt : undefined;
  } catch {
    return undefined;
  } finally {
    source.destroy();
  }
}

/** A table for a terminal: what is missing first. */
export function tableOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length));
  const sorted = [...findings.filter(({ mend }) => mend), ...findings.filter(({ mend }) => !mend)];
  return sorted
    .map(({ about, is, mend }) => {
      const line = `${mend ? 'missing' : 'ok     '}  ${about.padEnd(width)}  ${is}`;
      return mend ? `${line}\n${' '.repeat(width + 11)}→ ${mend}` : line;
    })
    .join('\n');
}
