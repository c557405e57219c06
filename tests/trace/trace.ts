import { setTimeout as sleep } from 'node:timers/promises';
import type { AccessRole, RouteName } from '#contracts/endpoints/access-table.ts';
import { localDate } from '#contracts/local-date.ts';
import { type Calls, hasRun, type Probe, quietForMs, startRecording, stopRecording } from './probes.ts';
import { type PreparedRequest, startTracedProgram, type TracedProgram } from './traced-program.ts';

/** The functions that worked on one request, in the order of their first call. */
export type Trace = {
  readonly route: RouteName;
  readonly sender: AccessRole;
  readonly steps: readonly Step[];
};

/** `calls`: how often it was called for one request, at least. */
export type Step = Probe & { readonly calls: number };

/** The first request also loads what later ones find in memory; it is sent, and not counted. */
const ROUNDS = 4;
/** Longer than the pauses of everything that runs every few seconds; the longest is 15 s, of the job runner. */
const IDLE_MS = 20_000;
/** They run every three or five seconds of real time, so on a busy machine in each round. */
const FREQUENT_JOBS = [
  'services/import/imports.ts',
  'services/billing/billing.job.ts',
  'services/platform/mail/mail.job.ts',
];
/** A request is over, and the program idle again, when no function has run for the first time for so long. */
const QUIET_MS = 1000;

/**
 * Sends each request in several new companies that are alike. A trace holds what ran in every one of them and not
 * in the idle program before, so that timers and jobs do not get in, and two runs give the same.
 */
export async function traceRequests(routes: readonly RouteName[]): Promise<Trace[]> {
  const program = await startTracedProgram();
  try {
    const prepared = new Map<RouteName, PreparedRequest[]>();
    for (const route of routes) {
      const requests: PreparedRequest[] = [];
      for (let round = 0; round < ROUNDS; round++) requests.push(await program.prepare(route));
      prepared.set(route, requests);
    }
    const idle = await recordIdle(program, [...prepared.values()].flat());
    const traces: Trace[] = [];
    for (const [route, [warmUp, ...requests]] of prepared) {
      await warmUp?.send();
      // What an earlier request has begun must not count for this one.
      await untilQuiet();
      const rounds: Calls[] = [];
      for (const request of requests) rounds.push(await recordRequest(request));
      traces.push({ route, sender: warmUp?.sender ?? 'nobody', steps: stepsIn(rounds, idle) });
    }
    for (const request of [...prepared.values()].flat()) request.close();
    return traces;
  } finally {
    await program.stop();
  }
}

async function recordIdle(program: TracedProgram, prepared: readonly PreparedRequest[]): Promise<Calls> {
  await untilQuiet();
  startRecording();
  for (const request of prepared) request.beat();
  // The date in a zone is kept for a minute, so it is luck whether a request has to work it out.
  localDate(new Date(0).toISOString(), 'UTC');
  await openAndEndConnections(program);
  await program.hurry(IDLE_MS);
  while (quietForMs() < QUIET_MS || !FREQUENT_JOBS.every(hasRun)) await sleep(QUIET_MS / 10);
  return stopRecording();
}

/** On a busy machine, the pool ends an idle connection in each round, and opens another. */
async function openAndEndConnections({ core: { pool } }: TracedProgram): Promise<void> {
  const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const client of all) client.release(true);
}

async function recordRequest({ send }: PreparedRequest): Promise<Calls> {
  startRecording();
  await send();
  while (quietForMs() < QUIET_MS) await sleep(QUIET_MS / 10);
  return stopRecording();
}

async function untilQuiet(): Promise<void> {
  startRecording();
  while (quietForMs() < QUIET_MS) await sleep(QUIET_MS / 10);
  stopRecording();
}

function stepsIn([first = new Map(), ...others]: readonly Calls[], idle: Calls): Step[] {
  return [...first].flatMap(([probe, calls]) => {
    const all = [calls, ...others.map((round) => round.get(probe) ?? 0)];
    return idle.has(probe) || all.includes(0) ? [] : [{ ...probe, calls: Math.min(...all) }];
  });
}
