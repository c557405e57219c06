import { derivedId } from '#platform/ids.ts';
import { seededRandom } from '#tests/support/random.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { type Ask, createBrowser, type SignedIn } from './browser.ts';
import * as checks from './checks.ts';
import { createFounders } from './company.ts';
import { createDashboard, type Dashboard } from './dashboard.ts';
import { believingToLead, createBadNews } from './faults.ts';
import { type Company, openCompany } from './open-company.ts';
import { type Action, PROCESSES } from './plan.ts';
import { NO_BUG, type PlantedBug } from './planted-bugs.ts';
import { ofProcess, type SimulatedProcess, startProcess } from './process.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import { type Wire, watchConnections } from './wire.ts';

const MORNING = '2026-11-20T15:00:00.000Z';
/** A process that ended is started again after so long. */
const RESTART_MS = 400;
/** Within so long another log is noticed. */
const NOTICED_MS = 5000;
/** Within so long after the last fault everything is answered and shown. */
const HEALED_MS = 30_000;
const STEP_MS = 250;

type Slot = {
  process: SimulatedProcess | undefined;
  wire: Wire;
  gone: PromiseWithResolvers<undefined>;
  clockMs: number;
};

/** Two companies, their people and the processes that serve them, in virtual time over a real Postgres. */
export async function openWorld(seed: number, database: SimulatedDatabase, bug: PlantedBug = NO_BUG) {
  const random = seededRandom(seed ^ 0x5eed);
  const wires = watchConnections((ms, work) => void time.scheduler.after(ms, work));
  const time = steppedTime(MORNING, () => wires.quiet(database.server));
  const companyId = derivedId('simulator', seed);
  const companyIds = [companyId, derivedId('simulator', seed, 'beside it')];
  const slots: Slot[] = [];
  const processes: SimulatedProcess[] = [];
  const badNews = createBadNews(random);
  const odd: string[] = [];
  const asIs = bug.rewrite ?? ((sql: string) => sql);
  let started = 0;
  let isOpen = false;
  let copyHead: number | undefined;
  let mayBeUnnoticed = false;
  let checkpoints: string | undefined;

  /** Until the work is done, time passes, and the server answers. */
  async function lives<Value>(work: Promise<Value>): Promise<Value> {
    let isDone = false;
    const ended = work.finally(() => {
      isDone = true;
    });
    ended.catch(() => {});
    for (let ms = 0; !isDone; ms += 20) {
      await time.pass(20);
      if (ms > HEALED_MS) throw new Error('it never ends');
    }
    return ended;
  }

  async function start(number: number): Promise<void> {
    if (checkpoints !== undefined) await database.setCheckpoints(checkpoints);
    started += 1;
    const wire = wires.open(`${companyId} ${started}`, database.url);
    wire.rewrite = asIs;
    const clockMs = slots[number]?.clockMs ?? 0;
    const slot: Slot = { process: undefined, wire, gone: Promise.withResolvers(), clockMs };
    slots[number] = slot;
    const again = () => void start(number).catch(() => wires.kill(slots[number]?.wire ?? wire));
    wire.onEnd = () => {
      slot.gone.resolve(undefined);
      time.scheduler.after(RESTART_MS, again);
    };
    slot.process = await startProcess({
      ...{ wire, companyIds, bug, scheduler: ofProcess(time.scheduler, wire) },
      clock: { now: () => new Date(time.clock.now().getTime() + slot.clockMs) },
      onOtherLog: () => wires.kill(wire),
    });
    processes.push(slot.process);
    if (isOpen) dashboards[number]?.reconnect();
  }

  const isAble = ({ process, wire }: Slot) => process !== undefined && wire.isAlive;
  const askAt: (slot: Slot | undefined) => Ask = (slot) => async (person, request) => {
    if (!slot || !isAble(slot)) return undefined;
    const begun = time.scheduler.now();
    const reply = await Promise.race([slot.process?.request(person, request), slot.gone.promise]);
    companies.get(person.companyId)?.office.watchRights(person, begun, reply);
    return reply;
  };
  const ask: Ask = (person, request) => {
    const able = slots.filter(isAble);
    return askAt(able[Math.floor(random() * able.length)])(person, request);
  };

  const companies = new Map<string, Company>();
  const founders = createFounders(database.url);
  const surroundings = { database, founders, ask, scheduler: time.scheduler, now: MORNING };
  for (const id of companyIds) companies.set(id, await openCompany(id, surroundings));
  await founders.close();
  const { people, browsers } = companies.get(companyId) as Company;
  const dashboards = Array.from({ length: PROCESSES }, (_, at) => {
    const person = people[at] as SignedIn;
    const dashboard = createDashboard(
      createBrowser(person, (...asked) => askAt(slots[at])(...asked), time.scheduler),
    );
    return { ...dashboard, reconnect: () => slots[at]?.process?.watch(person, dashboard.connect()) };
  });

  async function act(action: Action): Promise<void> {
    const slot = 'process' in action ? slots[action.process] : undefined;
    switch (action.kind) {
      case 'sell':
      case 'office':
        // At the same time another person of the other company does it there.
        for (const [at, company] of [...companies.values()].entries()) company.work(action, at);
        return;
      case 'lose the reply':
        return browsers[action.seller]?.loseNextReply();
      case 'end':
        if (slot) slot.wire.end = action;
        return;
      case 'restart':
        return slot && wires.kill(slot.wire);
      case 'news':
        if (slot) slot.wire.fateOf = action.fate === 'bad' ? badNews : () => 'arrives';
        return;
      case 'lose the bus':
        for (const line of slot?.wire.lines ?? []) if (line.listensTo() === 'tallyboard_live') line.close();
        return;
      case 'set the clock':
        if (slot) slot.clockMs = action.byMs;
        return;
      case 'two leaders':
        for (const { wire } of slots) wire.rewrite = action.on ? believingToLead(wire, asIs) : asIs;
        return;
      case 'keep a copy': {
        const again = wires.stopServer();
        await wires.quiet(database.server);
        await database.keepCopy();
        copyHead = await headOf();
        return again();
      }
      case 'another log':
        return otherLog();
    }
  }

  async function headOf(): Promise<number> {
    const { rows } = await database.query<{ head: number }>('SELECT max(position)::int AS head FROM events');
    return rows[0]?.head ?? 0;
  }

  async function isProjected(): Promise<boolean> {
    const { rows } = await database.query<{ is: boolean }>(
      'SELECT min(s.position) >= (SELECT max(position) FROM events) AS is FROM read.shards s',
    );
    return rows[0]?.is ?? false;
  }

  /** Time passes until it is so. */
  async function until(isSo: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
    for (let ms = 0; odd.length === 0 && !(await isSo()); ms += STEP_MS) {
      if (ms > HEALED_MS) return void odd.push(otherwise);
      await time.pass(STEP_MS);
    }
  }

  async function otherLog(): Promise<void> {
    if (copyHead === undefined) return;
    const again = wires.stopServer();
    await wires.quiet(database.server);
    const isShorter = (await headOf()) > copyHead;
    const knew = slots.filter(
      ({ wire, process }) => wire.isAlive && process && process.position() > (copyHead ?? 0),
    );
    await database.putCopyBack();
    for (const company of companies.values()) await company.forgetAfter(copyHead);
    for (const dashboard of dashboards) dashboard.otherLog();
    copyHead = undefined;
    again();
    if (!isShorter) return;
    mayBeUnnoticed = true;
    time.scheduler.after(NOTICED_MS, () => {
      if (knew.some(({ wire }) => wire.isAlive)) odd.push('a process goes on with another log');
    });
  }

  return {
    companyId,
    time,
    /** What a checkpoint apart from its rows would fall back to. */
    async remember(): Promise<void> {
      if (bug.losesCheckpoints) checkpoints = await database.checkpoints();
    },
    act,
    /** How many processes have been started so far. */
    starts: () => started,
    async start(): Promise<void> {
      for (let number = 0; number < PROCESSES; number++) await lives(start(number));
      // Before that no session has rights.
      await until(isProjected, 'the projections stand still');
      isOpen = true;
      for (const dashboard of dashboards) dashboard.reconnect();
    },
    /** No more faults; resolves when everything is answered and shown. */
    async heal(): Promise<void> {
      for (const slot of slots) {
        slot.wire.end = undefined;
        slot.wire.fateOf = () => 'arrives';
        slot.wire.rewrite = asIs;
        slot.clockMs = 0;
      }
      const isDone = () =>
        [...companies.values()].every((company) => company.isAnswered()) && slots.every(isAble);
      await until(isDone, 'the processes stand still');
      if (mayBeUnnoticed) await time.pass(NOTICED_MS);
      await until(isProjected, 'the projections stand still');
      // Replies are cached for a second.
      await time.pass(1500);
    },
    /** What does not hold. */
    async findings(): Promise<string[]> {
      // What follows from it would only hide it.
      if (odd.length > 0) return odd;
      const found: string[] = [];
      const now = time.clock.now().toISOString();
      for (const [at, slot] of slots.entries()) {
        found.push(...(await lives(checks.liveIsRest(dashboards[at] as Dashboard, now, askAt(slot)))));
        for (const company of companies.values())
          found.push(...(await lives(checks.rightsAreTheLog(company.people, company.office, askAt(slot)))));
      }
      for (const company of companies.values()) found.push(...(await company.findings(now)));
      return found;
    },
    async close(): Promise<void> {
      wires.close();
      await wires.quiet(database.server);
      for (const process of processes) process.forget();
    },
  };
}
