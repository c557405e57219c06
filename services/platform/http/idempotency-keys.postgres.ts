import type pg from 'pg';
import type { MessageCode } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import type { Scheduler } from '../clock.ts';
import { gather } from '../concurrency/gather.ts';
import type { Answer } from './call.ts';
import { type Claim, hasEvents, type IdempotencyKeys, type KeyedRequest } from './idempotency-keys.port.ts';

/** A code is stored as `refusal`, its first name: stored answers outlive a version of the program. */
type StoredAnswer = Extract<Answer<unknown>, { ok: true }> | { ok: false; refusal: MessageCode };
type Row = { request: string; body_hash: string; answer: StoredAnswer | null };
/** A claim, or the answer that is kept under a claim. */
type Write = { readonly request: KeyedRequest; readonly answer: string | null };

/** In one statement. */
const MOST = 100;
const BUSY = 3;
const GATHER_MS = 1;

type KeysDeps = {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  readonly scheduler: Pick<Scheduler, 'pause'>;
};

/**
 * One row per key. A claim takes no lock: two equal requests at the same moment both execute, with the same command
 * id, and the event store makes one command of them. That is why a claim, and the answer to a command that has written
 * events, wait for no disk: what a crash takes from them the event store knows. All other answers wait.
 */
export function createPostgresIdempotencyKeys({ pool, now, scheduler }: KeysDeps): IdempotencyKeys {
  /** True for a claim that is the first under its key. */
  async function writeAll(writes: readonly Write[]): Promise<readonly boolean[]> {
    const chosen = onePerKey(writes);
    const { rows } = await pool.query<Pick<KeyedRequest, 'companyId' | 'employeeId' | 'key'>>({
      name: 'write-idempotency-keys',
      text: WRITE,
      values: [
        ...lines(chosen, ({ request: { companyId, employeeId, key, request, bodyHash }, answer }) => [
          ...[companyId, employeeId, key, request, bodyHash, answer ?? ''],
        ]),
        now(),
      ],
    });
    const claimed = new Set(rows.map(nameOf));
    return writes.map((one) => chosen.includes(one) && claimed.has(nameOf(one.request)));
  }
  const write = gather(MOST, writeAll, (size) => (size < BUSY ? undefined : scheduler.pause(GATHER_MS)));

  /** Answers on their way into the table. */
  const sending = new Map<string, { readonly request: KeyedRequest; readonly answer: Answer<unknown> }>();

  return {
    async claim(wanted): Promise<Claim> {
      const sent = sending.get(nameOf(wanted));
      if (sent) {
        const { request, bodyHash } = sent.request;
        const isSame = request === wanted.request && bodyHash === wanted.bodyHash;
        return isSame ? { kind: 'replay', answer: sent.answer } : { kind: 'reused' };
      }
      if (await write({ request: wanted, answer: null })) return { kind: 'execute' };
      const { rows } = await pool.query<Row>({
        name: 'read-idempotency-key',
        text: `SELECT request, body_hash, answer FROM idempotency_keys
               WHERE company_id = $1 AND employee_id = $2 AND key = $3`,
        values: [wanted.companyId, wanted.employeeId, wanted.key],
      });
      const row = rows[0];
      // Deleted between the two statements.
      if (!row) return { kind: 'execute' };
      if (row.request !== wanted.request || row.body_hash !== wanted.bodyHash) return { kind: 'reused' };
      return row.answer ? { kind: 'replay', answer: decoded(row.answer) } : { kind: 'execute' };
    },
    async keep(request, answer) {
      if (hasEvents(answer)) {
        const name = nameOf(request);
        if (!sending.has(name)) sending.set(name, { request, answer });
        try {
          await write({ request, answer: JSON.stringify(answer) });
        } finally {
          sending.delete(name);
        }
        return;
      }
      const { companyId, employeeId, key } = request;
      await pool.query({
        name: 'keep-idempotent-answer',
        text: `UPDATE idempotency_keys SET answer = $4
               WHERE company_id = $1 AND employee_id = $2 AND key = $3 AND answer IS NULL`,
        values: [companyId, employeeId, key, JSON.stringify(encoded(answer))],
      });
    },
    async forget(before) {
      const deleted = await pool.query('DELETE FROM idempotency_keys WHERE created_at < $1', [before]);
      return deleted.rowCount ?? 0;
    },
  };
}

/**
 * The setting is of this transaction only. Not an UPDATE: a plan made while the table is small would scan all of it later.
 * Lists of text come as lines: none of them has a line feed.
 */
const WRITE = `
  INSERT INTO idempotency_keys AS i (company_id, employee_id, key, request, body_hash, created_at, answer)
  SELECT c, e, k, r, h, $7, nullif(answer, '')::jsonb
    FROM (SELECT set_config('synchronous_commit', 'off', true)) AS setting,
         unnest(string_to_array($1, E'\\n'), string_to_array($2, E'\\n'), string_to_array($3, E'\\n'),
                string_to_array($4, E'\\n'), string_to_array($5, E'\\n'), string_to_array($6, E'\\n'))
           AS t (c, e, k, r, h, answer)
  ON CONFLICT (company_id, employee_id, key) DO UPDATE SET answer = excluded.answer
    WHERE i.answer IS NULL AND excluded.answer IS NOT NULL
  RETURNING company_id AS "companyId", employee_id AS "employeeId", key`;

function nameOf({
  companyId,
  employeeId,
  key,
}: Pick<KeyedRequest, 'companyId' | 'employeeId' | 'key'>): string {
  return `${companyId} ${employeeId} ${key}`;
}

/**
 * Of each key an answer, else the first claim: a statement cannot write a row twice. In one order everywhere, so that two
 * processes never wait for each other.
 */
function onePerKey(writes: readonly Write[]): Write[] {
  const byName = new Map<string, Write>();
  for (const one of writes) {
    const name = nameOf(one.request);
    const before = byName.get(name);
    if (!before || (before.answer === null && one.answer !== null)) byName.set(name, one);
  }
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, write]) => write);
}

/** The columns of these rows, each as a text of one line a row. */
function lines<Item>(items: readonly Item[], cells: (item: Item) => readonly string[]): string[] {
  const rows = items.map(cells);
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]).join('\n'));
}

function encoded(answer: Answer<unknown>): StoredAnswer {
  if (answer.ok) return answer;
  const { code, ...others } = answer;
  return { ...others, refusal: code };
}

function decoded(stored: StoredAnswer): Answer<unknown> {
  if (stored.ok) return stored;
  const { refusal, ...others } = stored;
  return { ...others, ...rejected(refusal) };
}
