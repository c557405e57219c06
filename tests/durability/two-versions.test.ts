import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { localDate } from '#contracts/local-date.ts';
import { type Dashboard, openDashboard } from '#tests/gateway/dashboard.ts';
import { DAYTIME_ZONE } from '#tests/support/daytime-zone.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient, type HttpClient, type HttpReply } from '#tests/support/servers/http-client.ts';
import { type ProgramProcess, temporaryDataDir } from '#tests/support/servers/program-process.ts';
import type { SeededCompany, SeededPerson } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { signIn } from '#tests/support/servers/test-program.ts';
import { formerVersion, hasFormerVersion } from './former-version.ts';

/** More on request: `TWO_VERSIONS_SECONDS=600`. */
const SECONDS = Number(process.env.TWO_VERSIONS_SECONDS ?? 6);
const COMMISSION = 10;

const running: ProgramProcess[] = [];
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  await Promise.all(running.map((program) => program.kill()));
  for (const close of closing.reverse()) await close();
});

const today = () => localDate(new Date().toISOString(), DAYTIME_ZONE);
const pathsOf = ({ employeeId }: SeededPerson) => ({
  commission: `/api/sales/get-commission/${employeeId}`,
  list: '/api/sales/getsales/all?limit=20',
  board: `/api/logs/getlogsdaily/${today()}`,
});
type What = keyof ReturnType<typeof pathsOf>;

/** What the load has asked for, and what was wrong. */
type Tally = { requests: number; stale: number; elsewhere: number; readonly failed: string[] };

/** One person, signed in at one of the versions. */
type Desk = {
  readonly person: SeededPerson;
  readonly client: HttpClient;
  /** The other version, once it is there. */
  other(): ProgramProcess | undefined;
  sold: number;
};

/** The dollars that an answer says this person has earned. */
function earnedIn(what: What, { body }: HttpReply, { employeeId }: SeededPerson): number {
  if (what !== 'board') return body.commission;
  return body.requestedData.find((row: { employee_id: string }) => row.employee_id === employeeId)
    ?.commission;
}

/** Sells, and reads after each sale what it changed, until told to end. */
async function work(desk: Desk, company: SeededCompany, tally: Tally, over: AbortSignal): Promise<void> {
  const { person, client } = desk;
  const form = {
    name: 'Roof',
    campaignId: company.campaigns[0]?.campaignId ?? '',
    price: 100,
    status: 'Closed',
  };
  const seen: Record<What, number> = { commission: 0, list: 0, board: 0 };
  const paths = Object.entries(pathsOf(person)) as [What, string][];
  const count = (reply: Promise<HttpReply>) => {
    tally.requests += 1;
    return reply;
  };
  const isWrong = (what: string, { status, body }: HttpReply) => {
    if (status !== 200) tally.failed.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    return status !== 200;
  };

  /** As through a balancer, which sends nothing to a process that is not ready. */
  async function read(path: string): Promise<HttpReply> {
    const reply = await count(client.get(path));
    const door = desk.other();
    if (reply.status !== 503 || !door) return reply;
    // It has become ready since.
    if ((await client.get('/readyz')).status === 200) return count(client.get(path));
    tally.elsewhere += 1;
    const other = createHttpClient(door.url);
    for (const [name, value] of client.cookies) other.cookies.set(name, value);
    return count(other.get(path));
  }

  while (!over.aborted) {
    if (!isWrong('sale', await count(client.post('/api/sales/addsale', form)))) desk.sold += 1;
    for (const [what, path] of paths) {
      const reply = await read(path);
      if (isWrong(what, reply)) continue;
      const earned = earnedIn(what, reply, person);
      // On a busy machine the change of the projecting process may take longer than a read waits, which then says so.
      const isFresh = !reply.headers.has('x-tallyboard-stale');
      if (!isFresh) tally.stale += 1;
      if (
        earned < seen[what] ||
        earned > desk.sold * COMMISSION ||
        (isFresh && earned < desk.sold * COMMISSION)
      )
        tally.failed.push(`${what}: ${earned} after ${seen[what]} and ${desk.sold} sales`);
      seen[what] = earned;
    }
  }
}

type Figures = { readonly sales: number; readonly commission: number };

/** Each person's, from the events alone. */
async function figuresOfLog({ pool }: TestDatabase): Promise<ReadonlyMap<string, Figures>> {
  const { rows } = await pool.query<Figures & { id: string }>(
    `SELECT data->'sale'->>'employeeId' AS id, count(*) AS sales,
            sum((data->'sale'->>'commissionCents')::numeric) / 100 AS commission
       FROM events WHERE type = 'SaleRecorded' GROUP BY 1`,
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

const figuresOf = (rows: Iterable<{ employee_id: string } & Figures>, id: string): Figures | null => {
  const row = [...rows].find(({ employee_id }) => employee_id === id);
  return row ? { sales: row.sales, commission: row.commission } : null;
};

/** A person's, as the whole list, the commission and the billboard have them. */
async function figuresRead(client: HttpClient, person: SeededPerson): Promise<(Figures | null)[]> {
  const { commission, list, board } = pathsOf(person);
  const first = (await client.get(list)).body;
  let sales = first.requestedData.length;
  for (let { nextCursor } = first; nextCursor !== undefined; ) {
    const { body } = await client.get(`${list}&cursor=${encodeURIComponent(nextCursor)}`);
    sales += body.requestedData.length;
    nextCursor = body.nextCursor;
  }
  const earned = (await client.get(commission)).body.commission;
  const { requestedData } = (await client.get(board)).body;
  return [
    { sales, commission: first.commission },
    { sales, commission: earned },
    figuresOf(requestedData, person.employeeId),
  ];
}

it.runIf(hasFormerVersion())(
  `the former version and this one serve together for ${SECONDS} s, with equal figures and no error`,
  { timeout: 200_000 + SECONDS * 1000 },
  async () => {
    const former = formerVersion();
    const { dataDir, remove } = temporaryDataDir();
    const database = await createTestDatabase({ template: 'template0' });
    closing.push(former.remove, remove, () => database.drop());
    async function start(version: 'former' | 'new', roles: string): Promise<ProgramProcess> {
      const settings = { DATABASE_URL: database.url, ROLES: roles };
      const program =
        version === 'former'
          ? await former.start(roles, dataDir, database.url)
          : await startBuiltProgram(dataDir, [], settings);
      running.push(program);
      return program;
    }
    const signedIn = ({ url }: ProgramProcess, { email }: SeededPerson) =>
      signIn(createHttpClient(url), email);

    const formerProjections = await start('former', 'projections');
    const formerDoor = await start('former', 'api,gateway');
    const company = former.seedCompany(dataDir, database.url);
    const tally: Tally = { requests: 0, stale: 0, elsewhere: 0, failed: [] };
    const over = new AbortController();
    const clients = new Map<ProgramProcess, HttpClient[]>();
    const working: Promise<void>[] = [];
    const desks: Desk[] = [];
    async function open(door: ProgramProcess, other: Desk['other'], places: number[]) {
      clients.set(door, await Promise.all(company.associates.map((person) => signedIn(door, person))));
      for (const place of places) {
        const client = clients.get(door)?.[place] as HttpClient;
        const desk: Desk = { person: company.associates[place] as SeededPerson, client, other, sold: 0 };
        desks.push(desk);
        working.push(work(desk, company, tally, over.signal));
      }
    }
    let newDoor: ProgramProcess | undefined;
    await open(formerDoor, () => newDoor, [0, 1]);
    // From here on under load: the migrations, too.
    newDoor = await start('new', 'api,gateway');
    await start('new', 'projections');
    await open(newDoor, () => formerDoor, [2, 3]);
    const dashboards: Dashboard[] = [];
    for (const door of [formerDoor, newDoor]) {
      const dashboard = openDashboard(door.url, (await signedIn(door, company.owner)).cookieHeader());
      closing.push(dashboard.close);
      dashboards.push(dashboard);
    }
    const shown = ({ person }: Desk) =>
      dashboards.map((dashboard) => figuresOf(dashboard.board()?.rows.values() ?? [], person.employeeId));
    /** On the dashboards of both, whichever version recorded them. */
    async function untilShown(): Promise<void> {
      for (const desk of desks) {
        const { sold } = desk;
        const areShown = () => shown(desk).every((figures) => (figures?.sales ?? 0) >= sold);
        await expect.poll(areShown, { timeout: MAX_WAIT_MS }).toBe(true);
      }
    }

    await pause((SECONDS * 1000) / 2);
    await untilShown();
    process.kill(formerProjections.pid, 'SIGTERM');
    expect(await formerProjections.ended).toMatchObject({ code: 0 });
    running.splice(running.indexOf(formerProjections), 1);
    await pause((SECONDS * 1000) / 2);
    await untilShown();
    over.abort();
    await Promise.all(working);
    expect(tally.failed).toEqual([]);

    const isReady = async () => (await fetch(new URL('/readyz', newDoor.url))).status;
    await expect.poll(isReady, { timeout: MAX_WAIT_MS }).toBe(200);
    const inLog = await figuresOfLog(database);
    for (const desk of desks) {
      const figures = { sales: desk.sold, commission: desk.sold * COMMISSION };
      expect(inLog.get(desk.person.employeeId)).toEqual(figures);
      const both = [...clients.values()].map(
        (all) => all[company.associates.indexOf(desk.person)] as HttpClient,
      );
      for (const client of both)
        await expect
          .poll(() => figuresRead(client, desk.person), { timeout: MAX_WAIT_MS })
          .toEqual([figures, figures, figures]);
      await expect.poll(() => shown(desk), { timeout: MAX_WAIT_MS }).toEqual([figures, figures]);
    }
    const sales = desks.reduce((sum, { sold }) => sum + sold, 0);
    const { requests, stale, elsewhere } = tally;
    console.log(
      `two versions: ${requests} requests, ${sales} sales; ${stale} reads said that they were stale, ${elsewhere} went to ` +
        'the other version',
    );
  },
);
