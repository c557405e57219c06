import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { isForeign } from '#platform/http/admission.ts';
import type { Progress } from '#platform/http/read-your-writes.ts';
import { sendError } from '#platform/http/respond.ts';
import type { Principal } from '#platform/principal.ts';
import { isTrialReminderDue } from '../billing.job.ts';
import type { BillingMail } from '../billing.mail.ts';
import type { Reconciliation } from '../subscription/reconcile.ts';
import type { SubscriptionCommands } from '../subscription/subscription.commands.ts';
import type { Sandbox } from './sandbox.ts';

const Body = Compile(Type.Object({ days: Type.Number({ exclusiveMinimum: 0, maximum: 3660 }) }));

export type SandboxRoutesDeps = {
  /** Resolves with the company's new time once every read model shows it; null: the company has never paid. */
  readonly advance: (companyId: string, seconds: number) => Promise<string | null>;
  readonly identify: (cookieHeader: string | undefined) => Promise<Principal | null>;
  /** As browsers see us. */
  readonly publicUrl: () => string | undefined;
};

/**
 * `POST /dev/payments/advance` with `{ "days": 8 }` moves the time of the payments of the caller's company forward by
 * 8 days, and of nothing else. For super employees only. Must not be attached in production.
 */
export function sandboxRoutes(
  app: FastifyInstance,
  { advance, identify, publicUrl }: SandboxRoutesDeps,
): void {
  app.post('/dev/payments/advance', async (request, reply) => {
    if (isForeign(request.headers, request, publicUrl())) return sendError(reply, 'foreignOrigin');
    const caller = await identify(request.headers.cookie);
    if (!caller) return sendError(reply, 'notLoggedIn');
    if (caller.type !== 'super employee') return sendError(reply, 'restricted');
    if (!Body.Check(request.body)) return sendError(reply, 'malformed');
    const now = await advance(caller.companyId, Math.round(request.body.days * 86_400));
    return now === null ? sendError(reply, 'notFound') : { now };
  });
}

/** How long to wait for the read models. */
const CATCH_UP_TIMEOUT_MS = 5000;

export type AdvancingDeps = {
  readonly store: Pick<EventStore, 'head'>;
  readonly subscriptions: Pick<SubscriptionCommands, 'subscriptionOf'>;
  readonly billing: {
    readonly reconciliation: Pick<Reconciliation, 'reconcileSubscription' | 'reconcileSeats'>;
    readonly mail: Pick<BillingMail, 'trialEnds'>;
  };
  readonly progress: Pick<Progress, 'waitFor'>;
};

/**
 * Moves the time of a company's payments, together with what jobs would have done: the seats follow today's
 * employees first, and a trial that has two days left or less gets its reminder.
 */
export function advancing(
  sandbox: Pick<Sandbox, 'advance'>,
  { store, subscriptions, billing, progress }: AdvancingDeps,
) {
  const recorded = async (companyId: string) => {
    const ours = await subscriptions.subscriptionOf(companyId);
    return ours.kind === 'none' ? null : ours;
  };

  return async (companyId: string, seconds: number): Promise<string | null> => {
    await billing.reconciliation.reconcileSeats(companyId);
    const now = await sandbox.advance(companyId, seconds);
    const before = await recorded(companyId);
    if (now === null || before === null) return now;
    await billing.reconciliation.reconcileSubscription(companyId, before.providerSubscriptionId);
    const after = await recorded(companyId);
    if (after?.status === 'trialing' && after.trialEndsAt !== null) {
      const { providerSubscriptionId, trialEndsAt } = after;
      const isSoon = isTrialReminderDue(trialEndsAt, new Date(now));
      if (isSoon) await billing.mail.trialEnds(companyId, providerSubscriptionId, trialEndsAt);
    }
    await progress.waitFor(await store.head(), CATCH_UP_TIMEOUT_MS);
    return now;
  };
}
