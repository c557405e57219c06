import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import type { AbusedProgram } from './support/abuse-program.child.ts';
import { atMost, type BenchResult, percentile } from './support/bench-result.ts';
import { startChild, WITHOUT_COLLECTIONS } from './support/children.ts';
import { load, NEW_ID } from './support/load.ts';
import type { SteadyPeopleFigures, SteadyPeopleOptions } from './support/steady-people.child.ts';

const PEOPLE = 40;
const SIGN_INS_PER_SECOND = 5;
const SECONDS = 4;
const ROUNDS = 6;
/** From before the first measured second until after the last. */
const BESIDE_SECONDS = SECONDS + 2;

const WORDS = {
  signIns: 'signs in with wrong passwords from one address, 220 connections',
  takenEmails: 'adds employees whose email is taken, 30 connections',
  description: 'asks for the description of the API, 40 connections',
  statements: 'downloads a statement of its own, 10 connections',
  exports: 'downloads the proof of its company, 10 connections',
  sockets: 'opens 300 dashboards without a session',
  hangUps: 'hangs up within 50 posts at a time',
} as const;
type Attack = keyof typeof WORDS;
const ATTACKS = Object.keys(WORDS) as Attack[];

/**
 * Sign-ins and reads of one company at a steady pace, in quiet and beside each of these attacks, in turns, on the whole
 * program with fsync. The attackers run on the same two cores.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const program = await startChild<AbusedProgram>('./abuse-program.child.ts', [String(PEOPLE)], {
    DATA_DIR: join(folder, 'data'),
  });
  const { url, people, attacker } = program.hello;

  async function steadily(): Promise<SteadyPeopleFigures> {
    const options: SteadyPeopleOptions = {
      url,
      people,
      signInsPerSecond: SIGN_INS_PER_SECOND,
      seconds: SECONDS,
    };
    const child = './steady-people.child.ts';
    return (await startChild<SteadyPeopleFigures>(child, [JSON.stringify(options)], {}, WITHOUT_COLLECTIONS))
      .hello;
  }
  const post = (path: string, body: object, headers: Record<string, string>, connections: number) =>
    load({
      ...{ url: `${url}${path}`, method: 'POST', connections, seconds: BESIDE_SECONDS },
      headers: { 'content-type': 'application/json', ...headers },
      ...{ body: JSON.stringify(body), newIdIn: 'idempotency-key' },
    });
  const get = (path: string, headers: Record<string, string>, connections: number) =>
    load({ url: `${url}${path}`, method: 'GET', headers, connections, seconds: BESIDE_SECONDS });
  const rudely = (kind: 'sockets' | 'hang-ups', count: number) =>
    startChild('./rude-clients.child.ts', [kind, url, String(count), String(BESIDE_SECONDS)]);

  const { manager, campaignId, cookie, id, email } = attacker;
  const stranger = { 'x-forwarded-for': '203.0.113.7' };
  const attacks: Record<Attack, () => Promise<unknown>> = {
    signIns: () =>
      post('/api/login', { username: `${NEW_ID}@example.test`, password: 'Wrong-pass1' }, stranger, 220),
    takenEmails: () => {
      const role = { employeeRole: 'sales associate', campaignId };
      const employee = {
        firstName: 'Ann',
        lastName: 'Lee',
        username: email,
        password: 'Kq7-unheard-of',
        ...role,
      };
      return post('/api/employees/addemployee', employee, { cookie: manager }, 30);
    },
    description: () => get('/api/openapi.json', stranger, 40),
    statements: () => get(`/api/audit/proof/statement/${id}`, { cookie }, 10),
    exports: async () => {
      // The session becomes older than the proof of identity that a download needs.
      await fetch(`${url}/api/employees/confirm-identity`, {
        ...{ method: 'POST', headers: { cookie: manager, 'content-type': 'application/json' } },
        body: JSON.stringify({ password: PASSWORD }),
      });
      return get('/api/audit/proof/export', { cookie: manager }, 10);
    },
    sockets: () => rudely('sockets', 300),
    hangUps: () => rudely('hang-ups', 50),
  };

  try {
    await steadily();
    const rounds: Record<Attack | 'quiet', SteadyPeopleFigures[]> = {
      ...{ quiet: [], signIns: [], takenEmails: [], description: [], statements: [], exports: [] },
      ...{ sockets: [], hangUps: [] },
    };
    for (let round = 0; round < ROUNDS; round++) {
      rounds.quiet.push(await steadily());
      for (const attack of ATTACKS) {
        const attacking = attacks[attack]();
        rounds[attack].push(await steadily());
        await attacking;
      }
    }
    return result(rounds);
  } finally {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function result(rounds: Readonly<Record<Attack | 'quiet', readonly SteadyPeopleFigures[]>>): BenchResult {
  const p = (name: Attack | 'quiet', kind: 'signIns' | 'reads', share: number) =>
    percentile(
      rounds[name].flatMap((figures) => figures[kind]),
      share,
    );
  for (const [name, all] of Object.entries(rounds))
    for (const { failures } of all)
      if (JSON.stringify(failures) !== '{}')
        throw new Error(`requests of others failed, ${name}: ${JSON.stringify(failures)}`);
  const rows = ATTACKS.flatMap((attack) =>
    (['signIns', 'reads'] as const).map((kind) =>
      atMost(2, {
        what: `p99 of ${kind === 'signIns' ? 'a sign-in' : 'a list of sales'} of others, while a client ${WORDS[attack]}`,
        ours: p(attack, kind, 0.99),
        unit: 'ms',
        baseline: p('quiet', kind, 0.99),
        against: 'in quiet',
      }),
    ),
  );
  const names = ['quiet', ...ATTACKS] as const;
  const medians = (kind: 'signIns' | 'reads') =>
    names.map((name) => `${name} ${p(name, kind, 0.5).toFixed(1)} ms`).join(', ');
  return {
    name: 'abuse',
    rows,
    notes: [
      `p50 of a sign-in: ${medians('signIns')}`,
      `p50 of a list of sales: ${medians('reads')}`,
      `all of ${ROUNDS} rounds of ${SECONDS} s in turns; ${SIGN_INS_PER_SECOND} sign-ins a second, five times as many lists`,
    ],
  };
}

if (import.meta.main) console.log(JSON.stringify(await run(), null, 2));
