import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atLeast, atMost, type BenchResult, median } from './support/bench-result.ts';
import { startChild } from './support/children.ts';
import { type Load, type LoadFigures, load } from './support/load.ts';

type Hello = { url: string; cookies: string[]; campaignId: string; databaseUrl: string };
type CrudHello = { address: string; cookie: string };

const CONNECTIONS = 50;
const ROUNDS = 5;
const SECONDS = 5;

/**
 * `POST /api/sales/addsale` of the whole running program (session, schema, key, decide, append, projections, live
 * news) against a plain CRUD route, both on the same Postgres with fsync, each in its own process, in turns.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const program = await startChild<Hello>('./program.child.ts', [], { DATA_DIR: join(folder, 'data') });
  const crud = await startChild<CrudHello>('./crud-server.child.ts', [program.hello.databaseUrl]);
  const post = (url: string, cookie: string, seconds: number): Load => ({
    url: `${url}/api/sales/addsale`,
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(sale(program.hello.campaignId)),
    connections: CONNECTIONS,
    seconds,
    newIdIn: 'idempotency-key',
  });
  const ours = (seconds: number) => post(program.hello.url, program.hello.cookies[0] ?? '', seconds);
  const ourLoad = (seconds: number) => load(ours(seconds));
  // Its client makes as many ids, which take their time of the same machine.
  const keylessLoad = (seconds: number) => load({ ...ours(seconds), newIdIn: 'x-not-read' });
  const crudLoad = (seconds: number) => load(post(crud.hello.address, crud.hello.cookie, seconds));

  try {
    await ourLoad(3);
    await crudLoad(3);
    const rounds = { ours: [] as LoadFigures[], keyless: [] as LoadFigures[], theirs: [] as LoadFigures[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.ours.push(await ourLoad(SECONDS));
      rounds.theirs.push(await crudLoad(SECONDS));
      rounds.keyless.push(await keylessLoad(SECONDS));
    }
    const failed = Object.values(rounds)
      .flat()
      .reduce((sum, figures) => sum + figures.failures, 0);
    if (failed > 0) throw new Error(`${failed} requests of the benchmark failed`);
    return result(rounds);
  } finally {
    await crud.stop();
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Rounds = Readonly<Record<'ours' | 'keyless' | 'theirs', readonly LoadFigures[]>>;

function result({ ours, keyless, theirs }: Rounds): BenchResult {
  const middle = (all: readonly LoadFigures[], of: (figures: LoadFigures) => number) => median(all.map(of));
  const against = 'plain CRUD route (session, schema, unique key, INSERT … RETURNING)';
  return {
    name: 'command',
    rows: [
      atLeast(1, {
        what: `POST /api/sales/addsale with an Idempotency-Key, ${CONNECTIONS} connections`,
        ours: middle(ours, ({ rate }) => rate),
        unit: 'requests/s',
        baseline: middle(theirs, ({ rate }) => rate),
        against,
      }),
      atMost(1.2, {
        what: 'the same, p99',
        ours: middle(ours, ({ p99 }) => p99),
        unit: 'ms',
        baseline: middle(theirs, ({ p99 }) => p99),
        against,
      }),
      atMost(1.25, {
        what: 'the same, a request',
        ours: 1000 / middle(ours, ({ rate }) => rate),
        unit: 'ms',
        baseline: 1000 / middle(keyless, ({ rate }) => rate),
        against: 'without an Idempotency-Key',
      }),
    ],
    notes: [
      `medians of ${ROUNDS} rounds of ${SECONDS} s in turns; server, Postgres and load share the machine`,
    ],
  };
}

function sale(campaignId: string) {
  return {
    name: 'Router for the branch office',
    campaignId,
    customerNumber: 'C-10442',
    price: '1234.50',
    discount: 5,
    status: 'Closed',
    details: 'Paid by card, delivery next week',
  };
}

if (import.meta.main) console.log(JSON.stringify(await run(), null, 2));
