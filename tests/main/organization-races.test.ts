import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { organizationOf } from '#tests/platform/commands/organization-state.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { startBuiltProgram } from '#tests/support/servers/built-programs.ts';
import { createHttpClient, type HttpClient, type HttpReply } from '#tests/support/servers/http-client.ts';
import { type ProgramProcess, temporaryDataDir } from '#tests/support/servers/program-process.ts';
import {
  type SeededCompany,
  signIn,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

const RACES = 64;

let program: TestProgram;
let second: ProgramProcess;
const folder = temporaryDataDir();
beforeAll(async () => {
  program = await startTestProgram();
  second = await startBuiltProgram(folder.dataDir, ['--api-only'], {
    DATABASE_URL: program.databaseUrl,
    ROLES: 'api',
  });
});
afterAll(async () => {
  await second.stop();
  await program.stop();
  folder.remove();
});

/** The outcome of a deletion or an assignment; the tests compare it with the allowed ones. */
const outcomeOf = ({ status, body }: HttpReply) => (status === 200 ? 'done' : `${status} ${body.error}`);

describe.each([
  ['one process', () => [program.url, program.url]],
  ['two processes', () => [program.url, second.url]],
])('sessions at %s', (_name, urls) => {
  let company: SeededCompany;
  let sessions: HttpClient[];
  const session = (at: number) => sessions[at % sessions.length] as HttpClient;
  const solar = () => company.campaigns[0]?.campaignId ?? '';

  beforeAll(async () => {
    company = await program.seedCompany();
    const managers = [company.owner, ...company.managers];
    const signedIn = urls().flatMap((url) =>
      managers.map(({ email }) => signIn(createHttpClient(url), email)),
    );
    sessions = await Promise.all(signedIn);
  });

  async function addGoals(count: number): Promise<string[]> {
    const replies = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        session(at).post('/api/goals/addgoal', { name: `Goal ${at}`, hourlySales: 1 }),
      ),
    );
    expect(replies.map(outcomeOf)).toEqual(replies.map(() => 'done'));
    return replies.map(({ body }) => body.requestedData[0].id);
  }

  async function addCampaigns(goalId: string, count: number): Promise<string[]> {
    const replies = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        session(at).post('/api/campaigns/addcampaign', { name: `Campaign ${at}`, commission: 1, goalId }),
      ),
    );
    expect(replies.map(outcomeOf)).toEqual(replies.map(() => 'done'));
    return replies.map(({ body }) => body.requestedData[0].campaign_id);
  }

  /** Half of them are new, the other half belong to another goal and are moved. */
  function assignCampaign(goalId: string, others: readonly string[], at: number): Promise<HttpReply> {
    const by = session(at + 1);
    return at % 4 < 2
      ? by.post('/api/campaigns/addcampaign', { name: `New ${at}`, commission: 1, goalId })
      : by.patch(`/api/campaigns/editcampaign/${others[at]}`, { goalId });
  }

  /** Few employees are new, because hashing a password takes time. */
  function assignEmployee(campaignId: string, others: readonly string[], at: number): Promise<HttpReply> {
    const by = session(at + 1);
    const job = { employeeRole: 'sales associate', campaignId };
    if (at % 16 !== 0) return by.patch(`/api/employees/editemployee/${others[at]}`, job);
    const person = { firstName: 'Nth', lastName: `${at}`, username: `${newId()}@example.test` };
    return by.post('/api/employees/addemployee', { ...person, ...job, password: 'k3Jd82hQpz' });
  }

  /** Existing employees, without accounts because none of them signs in. */
  async function people(count: number): Promise<string[]> {
    const { addEmployee } = program.core.commands.employees;
    const added = await Promise.all(
      Array.from({ length: count }, () =>
        addEmployee(contextOf(company.companyId), {
          ...{ firstName: 'Some', lastName: 'Body', email: `${newId()}@example.test` },
          ...{ role: 'sales associate', campaignId: solar() },
        }),
      ),
    );
    return added.map((each) => (each.ok ? each.value.employeeId : ''));
  }

  /** The lists that a manager sees now, through each process. */
  async function expectListsToBeWhole(): Promise<void> {
    // A session waits only for its own writes; these lists include those of others.
    const head = await program.core.store.head();
    expect(await program.progress.waitFor(head, MAX_WAIT_MS)).toBe(true);
    const left = await organizationOf(program.core.store, company.companyId);
    for (const manager of sessions) {
      const list = async (path: string) => (await manager.get(path)).body.requestedData;
      const goals = await list('/api/goals/getgoals/all');
      expect(new Set(goals.map(({ id }: { id: string }) => id))).toEqual(left.goals);
      const campaigns = await list('/api/campaigns/getcampaigns/all');
      type Shown = { campaign_id: string; goal_id: string; goal_name: string };
      expect(new Map(campaigns.map(({ campaign_id, goal_id }: Shown) => [campaign_id, goal_id]))).toEqual(
        left.campaigns,
      );
      expect(campaigns.every(({ goal_name }: Shown) => goal_name !== '')).toBe(true);
    }
  }

  it(`${RACES} goals are deleted and assigned at once`, { tags: ['spec-5.18', 'decision-3.1'] }, async () => {
    const goals = await addGoals(RACES);
    const [home = ''] = await addGoals(1);
    const others = await addCampaigns(home, RACES);
    const results = await Promise.all(
      goals.map((goalId, at) =>
        Promise.all([session(at).delete(`/api/goals/delete/${goalId}`), assignCampaign(goalId, others, at)]),
      ),
    );
    for (const result of results) {
      expect([
        ['done', '404 noSuchGoal'],
        ['409 goalHasCampaigns', 'done'],
      ]).toContainEqual(result.map(outcomeOf));
    }
    await expectListsToBeWhole();
  });

  it(`${RACES} campaigns are deleted and assigned at once`, {
    tags: ['spec-5.17', 'decision-3.2'],
  }, async () => {
    const [home = ''] = await addGoals(1);
    const campaigns = await addCampaigns(home, RACES);
    const others = await people(RACES);
    const results = await Promise.all(
      campaigns.map((campaignId, at) =>
        Promise.all([
          session(at).delete(`/api/campaigns/delete/${campaignId}`),
          assignEmployee(campaignId, others, at),
        ]),
      ),
    );
    for (const result of results) {
      expect([
        ['done', '404 noSuchCampaign'],
        ['409 campaignHasEmployees', 'done'],
      ]).toContainEqual(result.map(outcomeOf));
    }
    await expectListsToBeWhole();
  });

  it('one goal is deleted and assigned 64 times at once: all or nothing', {
    tags: ['asvs-2.3.4'],
  }, async () => {
    const [goalId = '', home = ''] = await addGoals(2);
    const others = await addCampaigns(home, RACES);
    const deletions: Promise<HttpReply>[] = [];
    const assignments: Promise<HttpReply>[] = [];
    for (let at = 0; at < RACES; at += 1) {
      if (at % 2) deletions.push(session(at).delete(`/api/goals/delete/${goalId}`));
      else assignments.push(assignCampaign(goalId, others, at));
    }
    const outcomes = {
      deletions: (await Promise.all(deletions)).map(outcomeOf).toSorted(),
      assignments: (await Promise.all(assignments)).map(outcomeOf).toSorted(),
    };
    const all = (word: string) => Array.from({ length: RACES / 2 }, () => word);
    expect([
      { deletions: [...all('404 noSuchGoal').slice(1), 'done'], assignments: all('404 noSuchGoal') },
      { deletions: all('409 goalHasCampaigns'), assignments: all('done') },
    ]).toContainEqual(outcomes);
    await expectListsToBeWhole();
  });
});
