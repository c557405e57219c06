import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { Progress } from '#platform/http/read-your-writes.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { Accounts } from '#services/auth/accounts.ts';
import type { Identity } from '#services/auth/auth.module.ts';
import type { Billing } from '#services/billing/billing.module.ts';
import type { ReceiveWebhook } from '#services/billing/provider-events/provider-events.postgres.ts';
import type { SendInquiry } from '#services/contact/contact.routes.ts';
import type { ProofDesk } from '#services/proof/proof.module.ts';
import type { Registration } from '#services/registration/registration.ts';
import type { Commands } from './wiring.ts';

/** Everything the app talks to, as plain values; `wiring.ts` and tests fill it. */
export type AppDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly bus: LiveBus;
  /** As browsers see us; a function because a free port is known only once the app listens. */
  readonly publicUrl: () => string | undefined;
  /** True when browsers reach us over https: cookies are `Secure` then. */
  readonly secureCookies: boolean;
  /** The trusted X-Forwarded-* headers: none, all, those of this many hops, or of these addresses. */
  readonly trustProxy: boolean | number | string[];
  readonly accounts: Accounts;
  readonly identity: Identity;
  readonly outbox: Outbox;
  readonly sendInquiry: SendInquiry;
  readonly receiveWebhook: ReceiveWebhook;
  readonly billing: Billing;
  readonly registration: Registration;
  /** Where mail is read that does not leave this machine, for people who try the program out. */
  readonly mailbox?: string | undefined;
  readonly proof: ProofDesk;
  readonly commands: Commands;
  readonly db: Kysely<ReadModels>;
  readonly progress: Progress;
  /** The history itself, for those who ask how something came to be. */
  readonly store: Pick<EventStore, 'read' | 'readAt' | 'readAll' | 'head' | 'subscribe'>;
  /** Attach what is not the REST API: gateway, health, metrics, the web app. In this order. */
  readonly extend?: readonly ((app: FastifyInstance) => void | Promise<void>)[];
  /** Answers unknown paths outside /api; the web app shows its own page for them. */
  readonly notFound?: (request: FastifyRequest, reply: FastifyReply) => unknown;
};
