import { Agent, request } from 'node:http';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import type { AbusedPerson } from './abuse-program.child.ts';
import { atPace } from './live-round.ts';

/** In turn they sign in, each from an address of their own, and read their sales five times as often. */
export type SteadyPeopleOptions = {
  readonly url: string;
  readonly people: readonly AbusedPerson[];
  readonly signInsPerSecond: number;
  /** What is measured; one second before it is not. */
  readonly seconds: number;
};
/** Milliseconds of each request, and how many were not answered 200, by what happened. */
export type SteadyPeopleFigures = {
  readonly signIns: number[];
  readonly reads: number[];
  readonly failures: Readonly<Record<string, number>>;
};

const WARM_UP_SECONDS = 1;
const READS_FOR_A_SIGN_IN = 5;

const { url, people, signInsPerSecond, seconds } = JSON.parse(process.argv[2] ?? '') as SteadyPeopleOptions;
const agent = new Agent({ keepAlive: true });
const figures = { signIns: [] as number[], reads: [] as number[], failures: {} as Record<string, number> };
const unmeasured: number[] = [];
const sent: Promise<void>[] = [];

function failed(how: string): void {
  figures.failures[how] = (figures.failures[how] ?? 0) + 1;
}

function send(into: number[], method: string, path: string, headers: Record<string, string>, body?: object) {
  const sentAt = performance.now();
  const sending = request(`${url}${path}`, { method, agent, headers }, (response) => {
    response.resume().once('end', () => into.push(performance.now() - sentAt));
    if (response.statusCode !== 200) failed(`${method} ${path} ${response.statusCode}`);
  });
  sending.once('error', (error) => failed(`${method} ${path} ${error.message}`));
  sent.push(new Promise((ended) => sending.once('close', ended)));
  sending.end(body && JSON.stringify(body));
}

const perSecond = signInsPerSecond * (1 + READS_FOR_A_SIGN_IN);
await atPace(perSecond, WARM_UP_SECONDS + seconds, (nth) => {
  const isMeasured = nth >= WARM_UP_SECONDS * perSecond;
  const at = nth % people.length;
  const { email, cookie } = people[at] as AbusedPerson;
  if (nth % (1 + READS_FOR_A_SIGN_IN) === 0) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${at}` };
    const body = { username: email, password: PASSWORD, tz: 'America/Toronto' };
    send(isMeasured ? figures.signIns : unmeasured, 'POST', '/api/login', headers, body);
  } else send(isMeasured ? figures.reads : unmeasured, 'GET', '/api/sales/getsales/all?limit=20', { cookie });
});
await Promise.all(sent);
process.send?.(figures, () => process.exit(0));
