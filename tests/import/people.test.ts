import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import type { Import, PeoplePlan, Preview } from '#contracts/endpoints/imports.endpoints.ts';
import { decodeEvent } from '#contracts/events/codec.ts';
import { createLog } from '#platform/log.ts';
import { type ImportsDeps, runImportsJob } from '#services/import/imports.ts';
import { CHOSEN, resetting } from '#tests/auth/reset-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

describe('the import of a file of people', () => {
  let program: TestProgram;
  let company: SeededCompany;
  let owner: HttpClient;
  let domain: string;
  beforeAll(async () => {
    // The jobs are run by the tests.
    program = await startTestProgram({ roles: new Set(['api', 'gateway', 'projections']) });
  });
  afterAll(() => program.stop());
  let worlds = 0;
  beforeEach(async () => {
    company = await program.seedCompany({ associates: 1, managers: 1, campaigns: [{ name: 'Fibre' }] });
    owner = await program.signIn(company.owner.email);
    worlds += 1;
    domain = `people${worlds}.test`;
  });

  const HEADER = 'First Name,Last Name,Email,Role,Campaign,Manager,Shift Duration,Employee Number';
  const bookOf = (rows: readonly string[]) => [HEADER, ...rows].join('\n').replaceAll('~', domain);

  async function bring(text: string, client = owner): Promise<Preview> {
    const { status, body } = await client.post('/api/imports?name=team.csv', { text });
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  }
  const step = async (id: string, name: 'start' | 'undo') =>
    (await owner.post(`/api/imports/${id}/${name}`)).status;
  const found = async (id: string): Promise<Import> =>
    (await owner.get('/api/imports')).body.requestedData.find((each: Import) => each.id === id);
  const staff = async (): Promise<Record<string, string>[]> =>
    (await owner.get('/api/employees/getemployees/all')).body.requestedData;
  const emails = async () =>
    (await staff()).map(({ email }) => email).filter((email) => email?.endsWith(domain));

  async function work(deps: ImportsDeps = program.core.imports): Promise<void> {
    const run = { jobId: '1', attempt: 1, signal: new AbortController().signal, log: createLog('silent') };
    while ((await deps.records.atWork()).length > 0) await runImportsJob(deps).handler({}, run);
    await program.progress.waitFor(await program.core.store.head(), MAX_WAIT_MS);
  }
  async function imported(text: string): Promise<Import> {
    const { id } = (await bring(text)).import;
    expect(await step(id, 'start')).toBe(200);
    await work();
    return found(id);
  }

  it('shows what it will do and cost, adds the people, and takes them back', async () => {
    const stranger = await program.seedCompany({});
    const before = (await staff()).length;
    const book = bookOf([
      'Ada,Lovelace,ada@~,,,Grace Hopper,8,A1',
      `Known,Person,${company.associates[0]?.email},,Nowhere,,,`,
      'Grace,Hopper,grace@~,Manager,fibre,,,',
      'Bad,Mail,nowhere,,,,,',
      `Elsewhere,Too,${stranger.owner.email},,,,,`,
      'Ada,Twice,ADA@~,,,,,',
      'No,Campaign,nc@~,,Mobile,,,',
      'No,Manager,nm@~,,,Zoe,,',
    ]);
    const seen = await bring(book);
    expect(seen).toMatchObject({ good: 3, known: 1, refusedCount: 4, seats: before, rows: [] });
    expect(seen.people.map(({ name, role, campaign, manager }) => [name, role, campaign, manager])).toEqual([
      ['Grace Hopper', 'manager', 'Fibre', expect.any(String)],
      ['Elsewhere Too', 'sales associate', 'Fibre', expect.any(String)],
      ['Ada Lovelace', 'sales associate', 'Fibre', 'Grace Hopper'],
    ]);
    expect(seen.refusals.map(({ lines, column, reason }) => `${lines} ${column}: ${reason}`)).toEqual([
      '5 email: "nowhere" is no email',
      `7 email: "ada@${domain}" is in line 2, too`,
      '8 campaign: there is no campaign "Mobile"',
      '9 manager: there is no manager "Zoe"',
    ]);
    expect(await emails()).toEqual([]);

    const done = await imported(book);
    expect(done).toMatchObject({ state: 'done', read: 8, accepted: 3, known: 1, refused: 4 });
    expect(await emails()).toHaveLength(2);
    const ada = (await staff()).find(({ email }) => email === `ada@${domain}`);
    const details = await owner.get(`/api/employees/getemployee/${ada?.id}`);
    expect(details.body.requestedData?.[0] ?? details.body).toMatchObject({ employee_number: 'A1' });
    // Their first password is the one that they set with a code from their mailbox.
    const { accounts, database } = program.core;
    expect(await accounts.verify(`ada@${domain}`, '')).toBeNull();
    const browser = createHttpClient(`${program.url}/api`);
    expect((await resetting(browser, database.owner).whole(`ada@${domain}`)).status).toBe(200);
    expect(await accounts.verify(`ada@${domain}`, CHOSEN)).toMatchObject({ employeeId: ada?.id });
    const events = (await program.core.store.readAll({ limit: 10_000 })).map(decodeEvent);
    const added = events.filter(({ metadata }) => metadata.correlationId === done.id);
    expect(added.map(({ type, metadata }) => [type, metadata.actorId, metadata.origin])).toEqual(
      Array(3).fill(['EmployeeAdded', company.owner.employeeId, 'import']),
    );

    // Ada makes a sale; Grace is as she was.
    const sale = {
      name: 'Deal',
      price: '10',
      entryDate: '2026-03-02',
      employeeId: ada?.id ?? '',
      status: 'Closed',
    };
    const [campaign] = (await owner.get('/api/campaigns/getcampaigns/all')).body.requestedData;
    const made = await owner.post('/api/sales/addsale', { ...sale, campaignId: campaign.campaign_id });
    expect(made.status).toBe(200);
    expect(await step(done.id, 'undo')).toBe(200);
    await work();
    expect(await found(done.id)).toMatchObject({
      ...{ state: 'undone', undone: 2 },
      kept: [{ id: ada?.id, name: 'Ada Lovelace' }],
    });
    expect(await emails()).toEqual([`ada@${domain}`]);
    const { body: past } = await owner.get('/api/audit/events?kind=employee');
    const texts = past.requestedData.slice(0, 5).map(({ title, from }: HistoryEntry) => `${title} ${from}`);
    expect(texts).toEqual([
      ...Array(2).fill('Employee deleted by undo of the import of team.csv'),
      ...Array(3).fill('Employee added by import of team.csv'),
    ]);
    // The email of Grace is free again, and Ada is there already.
    expect(await imported(book)).toMatchObject({ accepted: 2, known: 2 });
  });

  it('goes on where a kill left it, and adds each person once', async () => {
    // The manager of the others is in the last row, and added first.
    const rows = Array.from(
      { length: 12 },
      (_, at) => `P${at},Q,p${at}@~,${at === 11 ? 'Manager,,' : ',,P11 Q'},,`,
    );
    const { id } = (await bring(bookOf(rows))).import;
    await step(id, 'start');
    const { records } = program.core.imports;
    // The people are added, and the process ends before it counts them.
    const killed = () => Promise.reject(new Error('killed'));
    const dying: ImportsDeps = { ...program.core.imports, records: { ...records, count: killed } };
    await expect(work(dying)).rejects.toThrow('1 imports stopped');
    expect(await found(id)).toMatchObject({ state: 'running', read: 0 });
    await Promise.all([work(), work()]);
    expect(await found(id)).toMatchObject({ state: 'done', accepted: 12, known: 0, refused: 0 });
    expect(await emails()).toHaveLength(12);

    // The undo, too: some are deleted and not counted.
    await step(id, 'undo');
    const undoing = { ...program.core.imports, records: { ...records, countUndone: killed } };
    await expect(work(undoing)).rejects.toThrow('1 imports stopped');
    await Promise.all([work(), work()]);
    expect(await found(id)).toMatchObject({ state: 'undone', undone: 12, kept: [] });
    expect(await emails()).toEqual([]);
  });

  it('is undone without a loss of an edit at the same moment', async () => {
    const done = await imported(bookOf(Array.from({ length: 8 }, (_, at) => `P${at},Q,p${at}@~,,,,,`)));
    const people = (await staff()).filter(({ email }) => email?.endsWith(domain));
    await step(done.id, 'undo');
    const edit = {
      employeeRole: 'sales associate',
      campaignId: people[0]?.campaign_id ?? '',
      employeeNumber: '9',
    };
    const [edits] = await Promise.all([
      Promise.all(people.map(({ id }) => owner.patch(`/api/employees/editemployee/${id}`, edit))),
      work(),
    ]);
    const edited = people.filter((_, at) => edits[at]?.status === 200).map(({ id }) => id);
    expect(new Set((await found(done.id)).kept.map(({ id }) => id))).toEqual(new Set(edited));
    expect(await emails()).toHaveLength(edited.length);
  });

  it('is what the person says it is, and has at most 5,000 people', async () => {
    const seen = await bring(bookOf(['Ada,Lovelace,ada@~,,,,,']));
    const as = async (kind: string) =>
      (await owner.post(`/api/imports/${seen.import.id}/preview`, { kind })).body as Preview;
    expect(await as('sales')).toMatchObject({
      good: 0,
      refusedCount: 1,
      import: { plan: { dates: 'yyyy-mm-dd' } },
    });
    const people = await as('people');
    expect((people.import.plan as PeoplePlan).people).toMatchObject({ email: 2, name: null, number: 7 });
    expect(people.good).toBe(1);

    const many = `Email,Name\n${'x\n'.repeat(5001)}`;
    const refused = await owner.post('/api/imports?name=many.csv', { text: many });
    expect([refused.status, refused.body.error]).toEqual([413, 'tooManyPeople']);
    const sales = await bring(`Date,Who\n${'x,y\n'.repeat(5001)}`);
    const turned = await owner.post(`/api/imports/${sales.import.id}/preview`, { kind: 'people' });
    expect([turned.status, turned.body.error]).toEqual([413, 'tooManyPeople']);
  });
});
