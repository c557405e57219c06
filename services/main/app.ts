import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import type { Clock, Scheduler } from '#platform/clock.ts';
import type { TrustedProxies } from '#platform/environment.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { Route } from '#platform/http/call.ts';
import { clientErrorRoutes } from '#platform/http/client-errors.routes.ts';
import { createReadYourWrites, type Progress, type ReadYourWrites } from '#platform/http/read-your-writes.ts';
import type { Replies } from '#platform/http/reader.ts';
import { createReplyCache } from '#platform/http/reply-cache.ts';
import { sendError } from '#platform/http/respond.ts';
import { createOtherMethods, createRoute } from '#platform/http/route.ts';
import type { SecurityLog } from '#platform/http/security-log.ts';
import type { WriteRates } from '#platform/limits/write-quotas.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import { pastInScope, travellingClock } from '#platform/scope.ts';
import { createAtOneMoment, createQueries } from '#projections/all.queries.ts';
import { timeTravel } from '#projections/as-of/time-travel.plugin.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createReplayQueries } from '#projections/replay/replay.queries.ts';
import type { Accounts } from '#services/auth/accounts.ts';
import { allAuthRoutes } from '#services/auth/all-auth.routes.ts';
import { createEmployeeAccounts, type Identity } from '#services/auth/auth.module.ts';
import { passwordRules } from '#services/auth/password-rules.ts';
import { createSessionCookie, type SessionCookie } from '#services/auth/session-cookie.ts';
import type { Billing } from '#services/billing/billing.module.ts';
import { companyRoutes } from '#services/billing/company.routes.ts';
import type { ReceiveWebhook } from '#services/billing/provider-events/provider-events.postgres.ts';
import { webhookRoutes } from '#services/billing/provider-events/webhooks.routes.ts';
import { campaignsRoutes } from '#services/campaigns/campaigns.routes.ts';
import { claimsRoutes } from '#services/claims/claims.routes.ts';
import { contactRoutes, type SendInquiry } from '#services/contact/contact.routes.ts';
import { type Bot, demoRoutes } from '#services/demo/demo-bot.ts';
import { employeeChangesRoutes } from '#services/employees/employee-changes.routes.ts';
import { employeesRoutes } from '#services/employees/employees.routes.ts';
import { ownDataRoutes } from '#services/employees/own-data.routes.ts';
import { goalsRoutes } from '#services/goals/goals.routes.ts';
import { entriesAt } from '#services/history/entries.ts';
import { historyRoutes } from '#services/history/history.routes.ts';
import { importsRoutes } from '#services/import/imports.routes.ts';
import type { ImportsDeps } from '#services/import/imports.ts';
import { jobAidsRoutes } from '#services/job-aids/job-aids.routes.ts';
import { createNumberFacts } from '#services/numbers/number-facts.ts';
import { numbersRoutes } from '#services/numbers/numbers.routes.ts';
import { payRoutes } from '#services/pay/pay.routes.ts';
import type { ProofDesk } from '#services/proof/proof.module.ts';
import { proofRoutes } from '#services/proof/proof.routes.ts';
import type { Registration } from '#services/registration/registration.ts';
import { createAnnounceRates } from '#services/sales/refresh-sales-per-hour.job.ts';
import { saleChangesRoutes, salesRoutes } from '#services/sales/sales.routes.ts';
import { logsRoutes } from '#services/shifts/logs.routes.ts';
import { shiftsRoutes } from '#services/shifts/shifts.routes.ts';
import { comparisonRoutes } from '#services/time-travel/comparison.routes.ts';
import { createPastMoments } from '#services/time-travel/past-moments.ts';
import { replayRoutes } from '#services/time-travel/replay.routes.ts';
import { ownDataPorts } from './own-data.ts';
import { pages } from './pages.ts';
import { allRegistrationRoutes } from './registration.ts';
import { reuseOf } from './reuse.ts';
import { createServer, guardReplies } from './server.ts';
import { type Commands, readingZones } from './wiring.ts';

/** The dependencies of the app; `program.ts` and tests fill them. */
export type AppDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly bus: LiveBus;
  readonly scheduler: Scheduler;
  /** As browsers see us; a function because a free port is known only once the app listens. */
  readonly publicUrl: () => string | undefined;
  /** True when browsers reach us over https: cookies are `Secure` then. */
  readonly secureCookies: boolean;
  readonly trustProxy: TrustedProxies;
  readonly writeRates: WriteRates;
  readonly accounts: Accounts;
  readonly metrics: Registry;
  readonly identity: Identity;
  readonly securityLog: SecurityLog;
  readonly outbox: Outbox;
  readonly sendInquiry: SendInquiry;
  readonly receiveWebhook: ReceiveWebhook;
  readonly billing: Billing;
  readonly registration: Registration;
  /** The path of the development mailbox, if there is one. */
  readonly mailbox?: string | undefined;
  readonly proof: ProofDesk;
  readonly commands: Commands;
  readonly imports: ImportsDeps;
  /** Sells in the demo company; not in production. */
  readonly demoBot?: Bot | undefined;
  readonly db: Kysely<ReadModels>;
  readonly progress: Progress;
  /** For the history of a thing. */
  readonly store: Pick<EventStore, 'read' | 'readAt' | 'readAll' | 'head' | 'subscribe'>;
  /** Attach everything but the REST API, in this order: gateway, health, metrics, the web app. */
  readonly extend?: readonly ((app: FastifyInstance) => void | Promise<void>)[];
  /** Answers unknown paths outside /api; the web app shows its own page for them. */
  readonly notFound?: (request: FastifyRequest, reply: FastifyReply) => unknown;
};

/** Builds the HTTP side without listening. `app.close()` ends it; the dependencies stay open. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = createServer(deps);
  await app.register(api(deps), { prefix: '/api' });
  await app.register(pages(deps));
  return app;
}

/** The REST API as a Fastify plugin: every route comes from an endpoint value of contracts. */
function api(deps: AppDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const { secureCookies: secure } = deps;
    guardReplies(app, secure);
    await app.register(webhookRoutes({ receive: deps.receiveWebhook }));
    app.setNotFoundHandler(unanswered);

    const cookie = createSessionCookie(secure);
    const readYourWrites = createReadYourWrites({ ...deps, head: deps.store.head, secure });
    const replies: Replies = createReplyCache({ ...deps, now: () => deps.clock.now().getTime() });
    app.addHook('onClose', async () => replies.close());
    const { watch } = deps.identity;
    const route = createRoute(app, {
      ...deps,
      identify: (cookieHeader) => deps.identity.sessions.identify(cookie.read(cookieHeader)),
      keys: deps.identity.keys,
      ...{ readYourWrites, replies, reuseOf, watch },
      missingProof: deps.identity.identityProof.missing,
      pastMoment: createPastMoments({ ...deps, queries: createQueries(deps.db) }),
    });
    slices(route, withTimeTravel(deps), cookie, readYourWrites);
  };
}

const otherMethods = createOtherMethods(allEndpoints);

function unanswered(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.slice('/api'.length).split('?', 1);
  const methods = otherMethods(path);
  if (methods.length === 0) return sendError(reply, 'notFound');
  return sendError(reply.header('allow', methods.join(', ')), 'wrongMethod');
}

function slices(route: Route, deps: AppDeps, cookie: SessionCookie, { catchUp }: ReadYourWrites): void {
  const { accounts, bus, clock, commands, identity } = deps;
  const queries = createQueries(deps.db);
  const timeZoneOf = readingZones(accounts, queries, clock);
  const past = { queries, store: deps.store, importTexts: deps.imports.records.textsOf };
  const entries = (companyId: string, positions: readonly number[]) => entriesAt(past, companyId, positions);
  const dayQueries = (db: typeof deps.db) =>
    Object.assign(createQueries(db), createReplayQueries(db, deps.store));
  const announceRates = createAnnounceRates(bus);
  const rightsChanged = async (companyId: string, position: number) => {
    await catchUp(position);
    identity.sessions.rightsChanged(companyId);
  };
  const { shifts } = commands;
  const auth = { ...deps, ...commands.employees, cookie, shifts, readAt: catchUp };
  const { enter, emails, invitations } = allAuthRoutes(route, auth);
  allRegistrationRoutes(route, deps, enter);
  clientErrorRoutes(route, { limits: identity.limits, log: deps.log, metrics: deps.metrics });
  contactRoutes(route, { send: deps.sendInquiry, limits: identity.limits, log: deps.log });
  employeesRoutes(route, { queries, timeZoneOf, clock, pendingEmailOf: emails.pendingOf });
  employeeChangesRoutes(route, {
    commands: commands.employees,
    accounts: createEmployeeAccounts(accounts, identity.sessions),
    emails,
    invite: invitations.send,
    checkPassword: passwordRules.given,
    endOfDeleted: shifts.endOfDeleted,
    queries,
    rightsChanged,
  });
  ownDataRoutes(route, { ...ownDataPorts(deps, past), commands: commands.employees, queries });
  comparisonRoutes(route, { atOneMoment: createAtOneMoment(deps.db, dayQueries), entriesAt: entries, clock });
  replayRoutes(route, { queries: dayQueries(deps.db), clock });
  proofRoutes(route, { ...deps.proof, queries, clock });
  logsRoutes(route, { queries, timeZoneOf, clock });
  const atOneMoment = createAtOneMoment(deps.db, createQueries);
  const facts = createNumberFacts({ ...deps, atOneMoment });
  numbersRoutes(route, { facts, timeZoneOf, clock, log: deps.log });
  const readAll = async () => catchUp(await deps.store.head());
  payRoutes(route, { queries, commands: commands.pay, atOneMoment, readAll, clock, entriesAt: entries });
  claimsRoutes(route, { ...deps, ...accounts, queries, commands: commands.claims, atOneMoment });
  historyRoutes(route, past);
  shiftsRoutes(route, {
    commands: shifts,
    setOwnDuration: commands.setOwnDuration,
    timeZoneOf: accounts.timeZoneOf,
    queries,
  });
  demoRoutes(route, deps.demoBot);
  importsRoutes(route, { ...deps.imports, bus });
  jobAidsRoutes(route, { commands: commands.jobAids, queries });
  goalsRoutes(route, { commands: commands.goals, queries });
  campaignsRoutes(route, { commands: commands.campaigns, queries });
  companyRoutes(route, { billing: deps.billing, queries, rightsChanged });
  saleChangesRoutes(route, {
    commands: commands.sales,
    beginShift: shifts.begin,
    timeZoneOf: accounts.timeZoneOf,
    log: deps.log,
  });
  salesRoutes(route, {
    queries,
    beginShift: shifts.begin,
    readAt: catchUp,
    announceRate: ({ companyId, employeeId }, loginDate) =>
      announceRates([{ companyId, employeeId, loginDate }]),
  });
}

/**
 * Dependencies that answer as of the moment of the current call (`?as-of=`): database, store and clock. Handlers do
 * nothing for it. Reading the whole log as of a past moment is a bug and throws.
 */
function withTimeTravel(deps: AppDeps): AppDeps {
  const { db, store, clock } = deps;
  return {
    ...deps,
    db: db.withPlugin(timeTravel(() => pastInScope()?.position)),
    clock: travellingClock(clock),
    store: {
      async read(stream, options) {
        const events = await store.read(stream, options);
        const past = pastInScope();
        return past ? events.filter(({ position }) => position <= past.position) : events;
      },
      async readAt(positions) {
        const past = pastInScope();
        return store.readAt(past ? positions.filter((position) => position <= past.position) : positions);
      },
      readAll: onlyNow(store.readAll),
      head: onlyNow(store.head),
      subscribe: onlyNow(store.subscribe),
    },
  };
}

function onlyNow<Asked extends readonly unknown[], Result>(
  ask: (...asked: Asked) => Result,
): (...asked: Asked) => Result {
  return (...asked) => {
    if (pastInScope()) throw new Error('the whole log was asked for as of a moment of the past');
    return ask(...asked);
  };
}
