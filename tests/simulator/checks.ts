import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import { allProjections } from '#projections/all.projections.ts';
import { askOracle } from '#tests/projections/oracle.ts';
import { type Acknowledged, type Ask, type Browser, nameOf, type SignedIn } from './browser.ts';
import { type Dashboard, LISTS } from './dashboard.ts';
import type { Office } from './office.ts';

/** Sentences about what is wrong; none when all holds. */
type Findings = string[];

type MarkedEvent = Pick<Acknowledged, 'type' | 'id' | 'mark'>;

/** The changes of sales, catalogue and staff behind a position. */
async function changesInTheLog(db: pg.ClientBase, after: number) {
  const { rows } = await db.query<MarkedEvent & { readonly actor: string }>(
    `SELECT type, metadata->>'actorId' AS actor, data->>(lower(substring(type, '^(Sale|Goal|Campaign|Employee)')) || 'Id') AS id,
            coalesce(facts->>'priceCents', facts->>'name', facts->>'firstName', '') AS mark
       FROM (SELECT *, coalesce(data->'after', data->'sale', data->'goal', data->'campaign', data->'employee') AS facts
               FROM events WHERE position > $1 AND type ~ '^(Sale|Goal|Campaign|Employee)') changes`,
    [after],
  );
  return rows;
}

/** The names of all of them. */
export async function namesInTheLog(db: pg.ClientBase): Promise<ReadonlySet<string>> {
  return new Set((await changesInTheLog(db, 0)).map(nameOf));
}

/** Each acknowledged change is in the log once, and the log has no other change behind the founding of the company. */
export async function acknowledgedIsInTheLog(
  db: pg.ClientBase,
  browsers: readonly Pick<Browser, 'acknowledged' | 'person' | 'unknown'>[],
  foundedTo: number,
): Promise<Findings> {
  const rows = await changesInTheLog(db, foundedTo);
  const wanted = browsers.flatMap((browser) => browser.acknowledged().map(nameOf));
  const unknown = new Map(browsers.map(({ person, unknown }) => [person.employeeId, unknown()]));
  const mayBeOf = (actor: string) => {
    const left = unknown.get(actor) ?? 0;
    unknown.set(actor, left - 1);
    return left > 0;
  };
  const stored = rows.filter((row) => wanted.includes(nameOf(row)) || !mayBeOf(row.actor));
  const differences = compared(stored.map(nameOf), wanted);
  return differences.map(
    ({ name, found, expected }) => `${name}: ${found} in the log, ${expected} acknowledged`,
  );
}

/** No event gives a thing a campaign, a goal or an employee that was deleted before. */
export async function nothingStandsBehindADeletion(db: pg.ClientBase): Promise<Findings> {
  const { rows } = await db.query<{ finding: string }>(
    `WITH given AS (
       SELECT type, position, coalesce(data->'after', data->'sale', data->'campaign', data->'employee') AS now,
              data->'before' AS former
         FROM events WHERE type ~ '^(Sale|Campaign|Employee)(Recorded|Added|Edited)$')
     SELECT g.type || ' ' || g.position || ' stands behind ' || d.type || ' ' || d.position AS finding
       FROM given g JOIN events d ON d.type IN ('GoalDeleted', 'CampaignDeleted', 'EmployeeDeleted')
                                  AND d.position < g.position
       CROSS JOIN LATERAL (
         SELECT lower(substring(d.type, '^(Goal|Campaign|Employee)')) || 'Id' AS of) id
      WHERE g.now->>id.of = d.data->>id.of AND g.now->>id.of IS DISTINCT FROM g.former->>id.of`,
  );
  return rows.map(({ finding }) => finding);
}

/** Each session has the rights of its employee, as the office knows them; that of a deleted employee is refused. */
export async function rightsAreTheLog(
  people: readonly SignedIn[],
  office: Pick<Office, 'roleOf'>,
  ask: Ask,
): Promise<Findings> {
  const found: Findings = [];
  for (const person of people) {
    const role = office.roleOf(person.employeeId);
    const wanted = role === undefined ? 401 : role === 'manager' ? 200 : 403;
    const reply = await ask(person, { method: 'GET', url: LISTS.employees });
    if (reply?.status !== wanted)
      found.push(`the session of an employee (${role ?? 'deleted'}) is answered ${reply?.status}`);
  }
  return found;
}

/** Counts of equal texts that differ. */
function compared(found: readonly string[], wanted: readonly string[]) {
  const count = (all: readonly string[], name: string) => all.filter((one) => one === name).length;
  return [...new Set([...found, ...wanted])]
    .map((name) => ({ name, found: count(found, name), expected: count(wanted, name) }))
    .filter((each) => each.found !== each.expected);
}

/** The rows of the company in each read model are those that SQL computes from its events. */
export async function readModelsAreTheLog(db: pg.ClientBase, companyId: string): Promise<Findings> {
  const oracle = await askOracle(db);
  const found: Findings = [];
  for (const table of allProjections.flatMap(({ tables }) => Object.values(tables))) {
    const { rows } = await db.query<{ line: string }>(
      `SELECT t::text AS line FROM read.${table.name} t WHERE company_id = $1`,
      [companyId],
    );
    const differences = compared(
      rows.map(({ line }) => line),
      oracle[table.name] ?? [],
    );
    for (const { name, found: has, expected } of differences)
      found.push(`read.${table.name} has ${has} times, SQL says ${expected}: ${name}`);
  }
  const { rows: aside } = await db.query('SELECT * FROM read.set_aside WHERE company_id = $1', [companyId]);
  return [...found, ...aside.map((row) => `set aside: ${JSON.stringify(row)}`)];
}

/** What a dashboard shows is what REST answers, and what it was told was in order. */
export async function liveIsRest(
  { person, board, figures, news, lists, odd }: Dashboard,
  now: string,
  ask: Ask,
): Promise<Findings> {
  const get = async <Row>(url: string) =>
    ((await ask(person, { method: 'GET', url }))?.body.requestedData ?? []) as unknown as Row[];
  const found: Findings = [...odd];
  // The rate moves with the clock alone.
  const still = (rows: Iterable<BillboardRow>) =>
    [...rows]
      .map(({ sales_per_hour: _, ...row }) => row)
      .sort((a, b) => (a.employee_id < b.employee_id ? -1 : 1));
  const [shown, answered] = [
    still(board().values()),
    still(await get<BillboardRow>(`/logs/getlogsdaily/${localDate(now, person.timeZone)}`)),
  ];
  if (!isDeepStrictEqual(shown, answered))
    found.push(`the board shows ${JSON.stringify(shown)}, REST says ${JSON.stringify(answered)}`);
  const sales = await get<Sale>(`/sales/getsales/all`);
  const total = sales.reduce((sum, sale) => sum + Math.round(sale.commission * 100), 0);
  if (Math.round((figures()?.totalCommission ?? 0) * 100) !== total)
    found.push(`own figures show ${figures()?.totalCommission}, the sales of REST have ${total / 100}`);
  for (const sale of sales) {
    const entry = news().get(sale.id);
    if (entry && entry.price !== sale.price)
      found.push(`the news show the sale ${sale.id} at ${entry.price}, REST says ${sale.price}`);
  }
  for (const [list, url] of Object.entries(LISTS)) {
    const [shows, says] = [lists().get(list as keyof typeof LISTS), await get(url)];
    if (!isDeepStrictEqual(shows, says))
      found.push(`the list of ${list} shows ${JSON.stringify(shows)}, REST says ${JSON.stringify(says)}`);
  }
  return found;
}

/** No shift is open whose date is over, and each that ended by itself did so at the midnight of its zone. */
export async function forgottenShiftsHaveEnded(db: pg.ClientBase, now: string): Promise<Findings> {
  const { rows } = await db.query<{ stream: string; ended: string | null }>(
    `SELECT s.stream, last.data->>'endedAt' AS ended
       FROM (SELECT *, ((data->>'loginDate')::date + 1)::timestamp AT TIME ZONE (data->>'timeZone') AS over
               FROM events WHERE type = 'ShiftStarted') s
       LEFT JOIN LATERAL (SELECT data FROM events e WHERE e.stream = s.stream AND e.type IN ('ShiftEnded', 'ShiftResumed')
                           ORDER BY revision DESC LIMIT 1) last ON true
      WHERE CASE WHEN last.data->>'endedAt' IS NULL THEN over < $1::timestamptz
                 ELSE last.data->>'reason' = 'midnight' AND (last.data->>'endedAt')::timestamptz <> over END`,
    [now],
  );
  return rows.map(({ stream, ended }) => `the shift ${stream} ended ${ended ?? 'never'}`);
}
