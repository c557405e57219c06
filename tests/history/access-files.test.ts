import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createAccessNotes, NOTES_REST_MS } from '#platform/access/access-notes.ts';
import { moveAccessNotes } from '#services/history/access.job.ts';
import { checkedPage } from '#tests/proof/checked-page.ts';
import { sealedUpTo } from '#tests/proof/sealing-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

let program: TestProgram;
let company: SeededCompany;
/** The super employee, a manager and an associate. */
let people: { employeeId: string; email: string; browser: HttpClient }[];

beforeAll(async () => {
  program = await startTestProgram();
  company = await program.seedCompany({ associates: 1, managers: 1 });
  const all = [company.owner, ...company.managers, ...company.associates];
  people = await Promise.all(all.map(async (one) => ({ ...one, browser: await program.signIn(one.email) })));
  const { core } = program;
  const clock = { now: () => new Date(Date.now() + NOTES_REST_MS) };
  const notes = createAccessNotes(core);
  const { note } = core.commands.access;
  await moveAccessNotes({ clock, notes, note }, new AbortController().signal);
  const sealed = await core.store.head();
  await sealedUpTo(core.database.owner, sealed);
  expect(await program.progress.waitFor(sealed, MAX_WAIT_MS)).toBe(true);
});
afterAll(() => program.stop());

/** Whose entries a text has. */
const peopleIn = (text: string) =>
  people.filter(({ employeeId }) => text.includes(`access-${company.companyId}_${employeeId}`)).length;

/** What the feed says up to the goal that is added last. */
function heard({ browser }: (typeof people)[number]): Promise<string> {
  const url = `${program.url.replace('http', 'ws')}/ws/audit?after=-1`;
  const socket = new WebSocket(url, { headers: { cookie: browser.cookieHeader() } });
  let text = '';
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (line) => {
      text += line;
      if (text.includes('The last')) {
        socket.close();
        resolve(text);
      }
    });
  });
}

it('the feed leaves out the entries that its reader may not see', async () => {
  const goal = { name: 'The last', hourlySales: 2, entryDate: '2026-11-20' };
  expect((await people[0]?.browser.post('/api/goals/addgoal', goal))?.status).toBe(200);
  const [owner, manager] = await Promise.all(people.slice(0, 2).map(heard));
  expect([peopleIn(owner ?? ''), peopleIn(manager ?? '')]).toEqual([3, 2]);
});

it('the file of the company has a link in their place, and holds; a statement has none', async () => {
  const [owner, manager, associate] = people;
  const file = async (of: typeof owner, path: string) =>
    (await of?.browser.get(`/api/audit/proof/${path}`))?.body as string;
  const [all, some] = [await file(owner, 'export'), await file(manager, 'export')];
  const statement = await file(associate, `statement/${associate?.employeeId}`);
  expect([all, some, statement].map(peopleIn)).toEqual([3, 2, 0]);
  for (const page of [all, some, statement]) expect(checkedPage(page)).toMatchObject({ findings: [] });
  expect(checkedPage(some).full).toBe(checkedPage(all).full - 1);
  expect(checkedPage(some).events).toBe(checkedPage(all).events);
});

it('the tables list them as the screen does', async () => {
  const rows = async (at: number, query: string) => {
    const reply = await people[at]?.browser.get(`/api/audit/events.jsonl${query}`);
    return String(reply?.body).match(/"Signed in"/g);
  };
  expect(await rows(0, '?kind=access')).toHaveLength(3);
  expect(await rows(1, '?kind=access')).toHaveLength(2);
  expect(await rows(0, '')).toBeNull();
});

it('the whole chain verifies', async () => {
  const manager = people[1]?.browser as HttpClient;
  await manager.post('/api/audit/proof/verification');
  const state = async () => (await manager.get('/api/audit/proof')).body.verification;
  await expect.poll(state).not.toMatchObject({ state: 'running' });
  expect(await state()).toMatchObject({ state: 'intact', fault: null });
});
