import type pg from 'pg';
import { isKnownType } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import { events } from '#contracts/events/vocabulary.ts';
import type { EventStore, JsonObject, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import type { NewTexts } from '#platform/event-store/postgres/eraser.postgres.ts';
import type { Person } from '#platform/principal.ts';
import type { Counts } from './company-tables.postgres.ts';

/** A deleted employee with the events that name the person. */
export type Leaver = Person & {
  /** In lower case; none when the events are erased already. */
  readonly addresses: readonly string[];
  readonly events: readonly RecordedEvent[];
};

/** A reason is for people. */
export type FoundPerson =
  | { readonly ok: true; readonly person: Leaver }
  | { readonly ok: false; readonly reason: string };

/**
 * - `unsealed`: an event is not sealed yet; nothing was changed.
 * - `busy`: the read models are being rebuilt, and may have copies; another run is needed.
 * - `deferred`: a process of a former version runs, which could store names again; nothing was changed.
 */
export type PersonErased = 'erased' | 'unsealed' | 'busy' | 'deferred';

export type OrderedErasure = Person & {
  readonly outcome: PersonErased | 'refused' | 'failed';
  readonly err?: unknown;
};

export type PeopleDeps = {
  readonly pool: pg.Pool;
  readonly store: Pick<EventStore, 'read' | 'readAt'>;
  /** The people that have or had this email or id, in any company. */
  readonly peopleWith: (emailOrId: string) => Promise<readonly Person[]>;
  /** Null where the store cannot blank the texts of an event. */
  readonly blankTexts:
    | ((
        texts: NewTexts,
        also: (client: pg.ClientBase, positions: readonly number[]) => Promise<unknown>,
        atLast: (client: pg.ClientBase) => Promise<unknown>,
      ) => Promise<void>)
    | null;
  /** The newest version of each event that every running process reads. */
  readonly readByAll: Readonly<Record<string, number>>;
  /** Writes that the person is erased. */
  readonly record: (person: Person) => Promise<void>;
  /** Former employees whose erasure was ordered and not done yet. */
  readonly ordered: () => Promise<readonly Person[]>;
  /** Makes every read model anew. False: a rebuild that may have read the events is under way. */
  readonly rebuild: () => Promise<boolean>;
  /** Runs in the transaction of `client`: no rebuild goes on from before it. False: one is under way. */
  readonly endRebuilds: (client: pg.ClientBase) => Promise<boolean>;
};

class Busy extends Error {}

/** Erases single people: deleted employees, whose figures stay. See ADR 0026. */
export function createPeople(deps: PeopleDeps) {
  const { pool, store, peopleWith, blankTexts, rebuild, endRebuilds } = deps;

  async function eventsOf({ companyId, employeeId }: Person): Promise<RecordedEvent[]> {
    const [organization, own, claims, done] = await Promise.all([
      store.read(streams.organization(companyId)),
      store.read(streams.access(companyId, employeeId)),
      store.read(streams.claims(companyId, employeeId)),
      // Networks and devices of the person, in the streams of others.
      pool.query<{ position: string | number }>(
        'SELECT position FROM read.access WHERE company_id = $1 AND other_actor_id = $2',
        [companyId, employeeId],
      ),
    ]);
    const employee = organization.filter(
      ({ type, data }) =>
        type.startsWith('Employee') && (data as { employeeId?: string }).employeeId === employeeId,
    );
    const noted = await store.readAt(done.rows.map(({ position }) => Number(position)));
    return [...employee, ...own, ...claims, ...noted];
  }

  async function find(emailOrId: string): Promise<FoundPerson> {
    const no = (reason: string) => ({ ok: false as const, reason });
    if (!blankTexts)
      return no('The events are in EventStoreDB, where none can be changed: only a whole company is erased.');
    const [found, another] = await peopleWith(emailOrId);
    if (!found) return no('There is no such person.');
    if (another)
      return no('Several people have or had this email. Give the id of one, as the history shows it.');
    const own = await eventsOf(found);
    if (!own.some(({ type }) => type === 'EmployeeDeleted'))
      return no('This employee has not been deleted. A manager does that first.');
    const addresses = new Set(own.flatMap(emailsIn).filter((email) => email !== ''));
    return { ok: true, person: { ...found, addresses: [...addresses], events: own } };
  }

  async function erase(person: Leaver): Promise<PersonErased> {
    const { companyId } = person;
    const texts = blankedTexts(person.events);
    if (!deps.readByAll.EmployeeErased) return 'deferred';
    if (!(await areSealed(companyId, [...texts.keys()]))) return 'unsealed';
    try {
      await blankTexts?.(
        texts,
        (client, positions) =>
          client.query(
            'UPDATE seal_links SET key = NULL WHERE company_id = $1 AND position = ANY ($2::bigint[])',
            [companyId, positions],
          ),
        async (client) => {
          if (!(await endRebuilds(client))) throw new Busy();
          for (const [table, condition] of Object.entries(ROWS))
            await client.query(`DELETE FROM ${table} USING ${PERSON} WHERE ${condition}`, valuesOf(person));
          await client.query('SELECT mark_tables_to_rewrite()');
        },
      );
    } catch (error) {
      if (error instanceof Busy) return 'busy';
      throw error;
    }
    if (!(await rebuild())) return 'busy';
    // Meanwhile a note of what the person did may have become an event. Its row is gone, so no other follows.
    const events = await eventsOf(person);
    if (blankedTexts(events).size > 0) return erase({ ...person, events });
    await deps.record(person);
    return 'erased';
  }

  async function eraseFound(employeeId: string): Promise<Pick<OrderedErasure, 'outcome'>> {
    const found = await find(employeeId);
    return { outcome: found.ok ? await erase(found.person) : 'refused' };
  }

  return {
    /** The deleted employee with this email or id, if the events can be changed. */
    find,

    /** What `erase` would erase. */
    async count(person: Leaver): Promise<Counts> {
      const counts: Record<string, number> = { events: person.events.length };
      for (const [table, condition] of Object.entries(ROWS)) {
        const { rows } = await pool.query<{ n: number | string }>(
          `SELECT count(*) AS n FROM ${table}, ${PERSON} WHERE ${condition}`,
          valuesOf(person),
        );
        if (rows[0] && Number(rows[0].n) > 0) counts[table] = Number(rows[0].n);
      }
      return counts;
    },

    /**
     * Blanks the personal values of the person's events together with their keys, so that the chain stays whole, deletes
     * the rows of the person, marks all tables to be written anew, makes the read models anew, and says so in an event. May
     * be repeated, and must be after a kill: until then read models have copies.
     */
    erase,

    /** Erases everybody whose erasure was ordered; the next night has those that are left, also those that failed. */
    async eraseOrdered(): Promise<readonly OrderedErasure[]> {
      const outcomes: OrderedErasure[] = [];
      for (const { companyId, employeeId } of await deps.ordered()) {
        const outcome = await eraseFound(employeeId).catch(
          (err: unknown) => ({ outcome: 'failed', err }) as const,
        );
        outcomes.push({ companyId, employeeId, ...outcome });
      }
      return outcomes;
    },
  };

  /** The link of another would be made of the text of before, which the sealer may have read. */
  async function areSealed(companyId: string, positions: readonly number[]): Promise<boolean> {
    const { rows } = await pool.query<{ n: number | string }>(
      'SELECT count(*) AS n FROM seal_links WHERE company_id = $1 AND position = ANY ($2::bigint[])',
      [companyId, positions],
    );
    return Number(rows[0]?.n) === positions.length;
  }
}

export type People = ReturnType<typeof createPeople>;

function emailsIn({ data }: RecordedEvent): string[] {
  const facts = Object.values(data as Record<string, { email?: string } | null>);
  return facts.flatMap((each) => (each?.email === undefined ? [] : [each.email.toLowerCase()]));
}

/** The new texts of those events that have personal values, by position. */
const blankedTexts = (of: readonly RecordedEvent[]): NewTexts =>
  new Map(
    of
      .map((event) => [event, withoutPersonal(event)] as const)
      .filter(([{ data }, blank]) => JSON.stringify(data) !== JSON.stringify(blank))
      .map(([{ position }, blank]) => [position, JSON.stringify(blank)]),
  );

/** The data of an event with each personal value empty, the only form that the seals allow without their key. */
function withoutPersonal({ type, data }: RecordedEvent): JsonObject {
  const { own = [], within = {} } = isKnownType(type) ? events[type].personal : {};
  const blank = (name: string, value: unknown) =>
    own.includes(name)
      ? ''
      : name in within
        ? Object.fromEntries(
            Object.entries(value as JsonObject).map(([field, was]) => [
              field,
              within[name]?.includes(field) ? '' : was,
            ]),
          )
        : value;
  return Object.fromEntries(
    Object.entries(data as JsonObject).map(([name, value]) => [name, blank(name, value)]),
  ) as JsonObject;
}

const BY_ID = 'company_id = of_company AND employee_id = of_employee';
const TO = (column: string) => `lower(${column}) = ANY (addresses)`;
const NAMED_IN = (column: string) =>
  `EXISTS (SELECT FROM unnest(addresses) AS address WHERE strpos(lower(${column}), address) > 0)`;
const MAIL = '(company_id = of_company OR company_id IS NULL)';
/** It names the person to the super employee, or to managers. */
const WISH = `(id LIKE 'erasure wanted ' || of_employee || ' %' OR id LIKE 'claim of ' || of_employee || ' %')`;

/** Rows of a person: by the columns of the table, or by the addresses of what was sent. */
const ROWS: Readonly<Record<string, string>> = {
  ...{ accounts: BY_ID, sessions: BY_ID, known_devices: BY_ID, passkeys: BY_ID, emails: BY_ID },
  ...{ waiting_emails: BY_ID, authenticators: BY_ID, recovery_codes: BY_ID, second_steps: BY_ID },
  access_notes: `company_id = of_company AND (of_employee IN (employee_id, actor_id) OR ${NAMED_IN('about')})`,
  email_links: `company_id = of_company AND (employee_id = of_employee OR ${TO('email')})`,
  idempotency_keys: `company_id = of_company AND (employee_id = of_employee OR ${NAMED_IN('answer::text')})`,
  one_time_codes: TO('email'),
  mail_outbox: `${MAIL} AND (${WISH} OR ${TO("content->'to'->>'address'")} OR settled_at IS NOT NULL AND ${NAMED_IN('content::text')})`,
  development_mailbox: `${MAIL} AND (${WISH} OR ${TO('recipient')} OR ${NAMED_IN('body_text')})`,
  // The file of an import that has begun goes with its last row.
  imports: `company_id = of_company AND state = 'uploaded' AND ${NAMED_IN('file')}`,
  // Folded again. What a process of this version stores has no names of deleted people.
  stream_states: 'company_id = of_company',
};
/** An address may be another person's by now. */
const PERSON = `(SELECT $1::text AS of_company, $2::text AS of_employee, ARRAY(
  SELECT address FROM unnest($3::text[]) AS address WHERE NOT EXISTS (
    SELECT FROM emails e WHERE lower(e.email) = address AND (e.company_id, e.employee_id) <> ($1, $2))) AS addresses) AS person`;

const valuesOf = ({ companyId, employeeId, addresses }: Leaver) => [companyId, employeeId, addresses];
