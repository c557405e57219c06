import { customerRoutes } from './customer-routes.ts';
import type { Form } from './form-body.ts';
import type { Invoicing } from './invoicing.ts';
import { moneyRoutes } from './money-routes.ts';
import type { ProviderState } from './provider-state.ts';
import { createSerializers, type Serializers } from './serialize.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { WebhookEvents } from './webhook-events.ts';

export type Provider = {
  readonly state: ProviderState;
  readonly announcements: WebhookEvents;
  readonly invoicing: Invoicing;
  readonly subscribing: Subscriptions;
};

export type ApiRoute = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `:id` stands for one segment. */
  readonly path: string;
  /** Every other parameter is rejected, as Stripe does. */
  readonly params: readonly string[];
  readonly answer: (form: Form, id: string) => unknown;
};

export type RouteKit = Provider & { readonly show: Serializers };

export function createApiRoutes(provider: Provider): ApiRoute[] {
  const kit = { ...provider, show: createSerializers(provider.state) };
  return [...customerRoutes(kit), ...subscriptionRoutes(kit), ...moneyRoutes(kit)];
}
