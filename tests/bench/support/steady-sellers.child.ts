import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { atPace } from './live-round.ts';

export type Seller = { readonly cookie: string; readonly campaignId: string };
/** They sell in turn, and read their sales as often. */
export type SteadyOptions = {
  readonly url: string;
  readonly sellers: readonly Seller[];
  /** Sales per second, of all of them together. */
  readonly perSecond: number;
  /** What is measured; one second before it is not, in which this process and its connections warm up. */
  readonly seconds: number;
};
/** Milliseconds of each request, and how many were not answered 200, by what happened. */
export type SteadyFigures = {
  readonly writes: number[];
  readonly reads: number[];
  /** Milliseconds by which this process itself sent a request too late. */
  readonly late: number[];
  readonly failures: Readonly<Record<string, number>>;
};

const WARM_UP_SECONDS = 1;

const options = JSON.parse(process.argv[2] ?? '') as SteadyOptions;
const agent = new Agent({ keepAlive: true });
const empty = (): number[] => [];
const figures = { writes: empty(), reads: empty(), late: empty(), failures: {} as Record<string, number> };
const unmeasured = empty();
const sent: Promise<void>[] = [];

function failed(how: string): void {
  figures.failures[how] = (figures.failures[how] ?? 0) + 1;
}

function send(into: number[], method: string, path: string, cookie: string, body?: object): void {
  const sentAt = performance.now();
  const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const sending = request(`${options.url}${path}`, { method, agent, headers }, (response) => {
    response.resume().once('end', () => into.push(performance.now() - sentAt));
    if (response.statusCode !== 200) failed(`${method} ${response.statusCode}`);
  });
  sending.once('error', (error) => failed(`${method} ${error.message}`));
  sent.push(new Promise((ended) => sending.once('close', ended)));
  sending.end(body && JSON.stringify(body));
}

const { perSecond, seconds } = options;
const started = performance.now();
await atPace(perSecond, WARM_UP_SECONDS + seconds, (nth) => {
  const isMeasured = nth >= WARM_UP_SECONDS * perSecond;
  if (isMeasured) figures.late.push(performance.now() - started - (nth * 1000) / perSecond);
  const { cookie, campaignId } = options.sellers[nth % options.sellers.length] as Seller;
  const sale = { name: 'Router', campaignId, price: '1234.50', status: 'Closed' };
  send(isMeasured ? figures.writes : unmeasured, 'POST', '/api/sales/addsale', cookie, sale);
  send(isMeasured ? figures.reads : unmeasured, 'GET', '/api/sales/getsales/all?limit=20', cookie);
});
await Promise.all(sent);
process.send?.(figures, () => process.exit(0));
