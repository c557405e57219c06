import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '#services/auth/passwords.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { startProgramProcess, temporaryDataDir, withCore } from '#tests/support/servers/program-process.ts';
import { PASSWORD, seedCompany } from '#tests/support/servers/seed-company.ts';
import { signIn } from '#tests/support/servers/test-program.ts';
import { atMost, type BenchResult, type BenchRow } from './support/bench-result.ts';
import { load } from './support/load.ts';
import { memoryOf } from './support/process-memory.ts';
import { memoryOfASocket } from './support/socket-memory.ts';

const CONNECTIONS = 50;
const MINUTE_S = 60;
const IDLE_MS = 10_000;
const MOST_MB = 300;
const MOST_KB_A_SOCKET = 40;

/**
 * Memory of the whole program, Node and every process of its embedded Postgres: idle after the very first
 * start with the demo company, idle after a second start, and over two minutes in which sales are recorded
 * as fast as they go in. Then that of one open dashboard.
 */
export async function run(): Promise<BenchResult> {
  const { dataDir, remove } = temporaryDataDir();
  try {
    const first = await startProgramProcess(dataDir, ['--api-only']);
    await sleep(IDLE_MS);
    const afterFirstStart = memoryOf([first.pid]);
    await first.stop();

    const program = await startProgramProcess(dataDir, ['--api-only']);
    await sleep(IDLE_MS);
    const idle = memoryOf([program.pid]);
    const record = await recording(program.url, dataDir);
    const rates: number[] = [];
    const minute = async () => {
      rates.push(await record(MINUTE_S));
      return memoryOf([program.pid]);
    };
    const afterOne = await minute();
    const afterTwo = await minute();
    await program.stop();
    const socket = await memoryOfASocket();
    return {
      name: 'memory',
      rows: [
        limit('idle after the first start, demo company loaded', afterFirstStart),
        limit('idle after a second start', idle),
        atMost(1.05, {
          what: 'after a second minute of load',
          ours: afterTwo,
          unit: 'MB',
          baseline: afterOne,
          against: 'after the first minute',
        }),
        atMost(1, {
          what: 'an open, idle dashboard',
          ours: socket,
          unit: 'kB',
          baseline: MOST_KB_A_SOCKET,
          against: 'what it may take',
        }),
      ],
      notes: [
        `PSS of Node and all Postgres processes; ${rates.map(Math.round).join(' and ')} sales/s recorded.`,
      ],
    };
  } finally {
    remove();
  }
}

function limit(what: string, ours: number): BenchRow {
  return atMost(1, { what, ours, unit: 'MB', baseline: MOST_MB, against: 'what it may take' });
}

async function recording(url: string, dataDir: string): Promise<(seconds: number) => Promise<number>> {
  const company = await withCore(dataDir, async (core) => {
    const seeded = await seedCompany(core);
    // As people have them: hashing takes memory, too.
    const [{ employeeId } = { employeeId: '' }] = seeded.associates;
    await core.accounts.setPasswordHash(
      { companyId: seeded.companyId, employeeId },
      await hashPassword(PASSWORD),
    );
    return seeded;
  });
  const browser = await signIn(createHttpClient(url), company.associates[0]?.email ?? '');
  const sale = {
    name: 'Roof',
    campaignId: company.campaigns[0]?.campaignId,
    price: '100.00',
    status: 'Closed',
  };
  return async (seconds) => {
    const { rate, failures } = await load({
      url: `${url}/api/sales/addsale`,
      method: 'POST',
      headers: { cookie: browser.cookieHeader(), 'content-type': 'application/json' },
      body: JSON.stringify(sale),
      connections: CONNECTIONS,
      seconds,
    });
    if (failures > 0) throw new Error(`${failures} requests of the benchmark failed`);
    return rate;
  };
}
