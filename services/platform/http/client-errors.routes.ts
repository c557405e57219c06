import { Counter, type Registry } from 'prom-client';
import { reportClientError } from '#contracts/endpoints/client-errors.endpoints.ts';
import { type Limits, publicRules } from '../limits/limits.port.ts';
import { byNetwork } from '../limits/network.ts';
import type { Log } from '../log.ts';
import type { Route } from './call.ts';

type ClientErrorDeps = {
  readonly limits: Pick<Limits, 'take'>;
  readonly log: Pick<Log, 'error'>;
  readonly metrics: Registry;
};

const USER_AGENT_MAX = 200;

/** Failures of the web app, written to the log. The log escapes what a visitor could write into it. */
export function clientErrorRoutes(route: Route, { limits, log, metrics }: ClientErrorDeps): void {
  const reports = new Counter({
    name: 'tallyboard_client_errors_total',
    help: 'Failures that pages of the web app reported',
    registers: [metrics],
  });
  route(reportClientError, async ({ address, body, userAgent }) => {
    const taken = await limits.take(...byNetwork(publicRules.clientErrors, address));
    if (!taken.ok) return taken;
    reports.inc();
    log.error({ ...body, browser: userAgent?.slice(0, USER_AGENT_MAX) }, 'a page of the web app failed');
    return { ok: true, reply: {} };
  });
}
