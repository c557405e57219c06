import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, type BenchResult, median, percentile } from './support/bench-result.ts';
import { startChild, WITHOUT_COLLECTIONS } from './support/children.ts';
import type { BenchCompany } from './support/companies-program.child.ts';
import { type LoadFigures, load, NEW_ID } from './support/load.ts';
import type { Seller, SteadyFigures, SteadyOptions } from './support/steady-sellers.child.ts';

type Hello = { readonly url: string; readonly companies: readonly BenchCompany[] };

const COMPANIES = 20;
/** Sales per second of each ordinary company, and as many reads. */
const SHARE = 5;
const TIMES = 20;
/** Of a client that sends its next request when it has an answer. */
const FLOOD_CONNECTIONS = 100;
const EDIT_CONNECTIONS = 16;
/** Associates of the companies: the busy one has one more, for a client that sells as fast as it can. */
const SIZES = [1 + TIMES, ...Array<number>(COMPANIES).fill(1)];
const SECONDS = 4;
const ROUNDS = 12;
/** Of what runs beside: from before the first measured second until after the last. */
const BESIDE_SECONDS = SECONDS + 2;

const BESIDE = ['alone', 'busy', 'alike', 'flood', 'edits'] as const;
type Rounds = Record<(typeof BESIDE)[number], SteadyFigures[]>;

/**
 * Sales and reads of 20 companies at a steady pace, alone, and beside one that sends 20 times as much as each of them, that
 * sells as fast as it can, or that renames its campaign as fast as it can; the whole program with fsync, in turns. What all
 * of them alike send in addition shows which part of it is the load, from whichever company.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const program = await startChild<Hello>('./companies-program.child.ts', SIZES.map(String), {
    DATA_DIR: join(folder, 'data'),
  });
  const { url, companies } = program.hello;
  const sellersOf = ({ associates, campaignId }: BenchCompany): Seller[] =>
    associates.map((cookie) => ({ cookie, campaignId }));
  const [busy, ...rest] = companies as [BenchCompany, ...BenchCompany[]];
  const ordinary = rest.flatMap(sellersOf);
  const [fastest, ...busySellers] = sellersOf(busy) as [Seller, ...Seller[]];

  async function steady(sellers: readonly Seller[], perSecond: number, seconds = SECONDS) {
    const options: SteadyOptions = { url, sellers, perSecond, seconds };
    const arguments_ = [JSON.stringify(options)];
    const child = './steady-sellers.child.ts';
    return (await startChild<SteadyFigures>(child, arguments_, {}, WITHOUT_COLLECTIONS)).hello;
  }
  const others: Record<(typeof BESIDE)[number], () => Promise<SteadyFigures | LoadFigures | undefined>> = {
    alone: async () => undefined,
    busy: () => steady(busySellers, TIMES * SHARE, BESIDE_SECONDS - 1),
    alike: () => steady(ordinary, TIMES * SHARE, BESIDE_SECONDS - 1),
    flood: () =>
      load({
        url: `${url}/api/sales/addsale`,
        method: 'POST',
        headers: { cookie: fastest.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Router', campaignId: busy.campaignId, price: '10', status: 'Closed' }),
        connections: FLOOD_CONNECTIONS,
        seconds: BESIDE_SECONDS,
        newIdIn: 'idempotency-key',
      }),
    edits: () =>
      load({
        url: `${url}/api/campaigns/editcampaign/${busy.campaignId}`,
        method: 'PATCH',
        headers: { cookie: busy.manager, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Spring ${NEW_ID}`, commission: 10, tax: 13 }),
        connections: EDIT_CONNECTIONS,
        seconds: BESIDE_SECONDS,
        newIdIn: 'idempotency-key',
      }),
  };

  try {
    await steady(ordinary, COMPANIES * SHARE, 3);
    const rounds: Rounds = { alone: [], busy: [], alike: [], flood: [], edits: [] };
    const floods: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of BESIDE) {
        const beside = others[name]();
        const steadily = await steady(ordinary, COMPANIES * SHARE);
        const failures = JSON.stringify(steadily.failures);
        if (failures !== '{}') throw new Error(`requests of other companies failed, ${name}: ${failures}`);
        rounds[name].push(steadily);
        const figures = await beside;
        if (figures && 'rate' in figures && name === 'flood') floods.push(figures.rate);
      }
    }
    return result(rounds, floods);
  } finally {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function result(rounds: Rounds, floods: readonly number[]): BenchResult {
  const p = (name: keyof Rounds, kind: 'writes' | 'reads' | 'late', share: number) =>
    median(rounds[name].map((figures) => percentile(figures[kind], share)));
  const all = (kind: 'writes' | 'reads' | 'late', share: number) =>
    BESIDE.map((name) => `${name} ${p(name, kind, share).toFixed(1)} ms`).join(', ');
  const row = (name: keyof Rounds, kind: 'writes' | 'reads', words: string) =>
    atMost(1.5, {
      what: `p99 of ${kind === 'writes' ? 'a sale' : 'the list of sales'} in ${COMPANIES} companies, beside one that ${words}`,
      ours: p(name, kind, 0.99),
      unit: 'ms',
      baseline: p('alone', kind, 0.99),
      against: 'without it',
    });
  const kinds = ['writes', 'reads'] as const;
  return {
    name: 'fair',
    rows: [
      ...kinds.map((kind) => row('busy', kind, `sends ${TIMES} times as much`)),
      ...kinds.map((kind) => row('flood', kind, `sells as fast as it can, ${FLOOD_CONNECTIONS} connections`)),
      ...kinds.map((kind) => row('edits', kind, `renames a campaign as fast as it can`)),
    ],
    notes: [
      ...kinds.flatMap((kind) => [`p50 of ${kind}: ${all(kind, 0.5)}`, `p99 of ${kind}: ${all(kind, 0.99)}`]),
      `p99 of how late the load itself sent a request: ${all('late', 0.99)}`,
      `of ${ROUNDS} rounds of ${SECONDS} s in turns, medians; every company ${SHARE} sales/s and reads/s`,
      `sales of the company that sells as fast as it can: ${floods.map(Math.round).join(' ')} a second`,
    ],
  };
}

if (import.meta.main) console.log(JSON.stringify(await run(), null, 2));
