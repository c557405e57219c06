import type { Announcements } from './announcements.ts';
import { customerRoutes } from './customer-routes.ts';
import type { Form } from './form-body.ts';
import type { Invoicing } from './invoicing.ts';
import { moneyRoutes } from './money-routes.ts';
import type { ProviderState } from './provider-state.ts';
import { createRendered, type Rendered } from './rendered.ts';
import type { Subscribing } from './subscribing.ts';
import { subscriptionRoutes } from './subscription-routes.ts';

export type Provider = {
  readonly state: ProviderState;
  readonly announcements: Announcements;
  readonly invoicing: Invoicing;
  readonly subscribing: Subscribing;
};

export type ApiRoute = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `:id` stands for one part. */
  readonly path: string;
  /** Every other parameter is refused, as the provider does. */
  readonly params: readonly string[];
  readonly answer: (form: Form, id: string) => unknown;
};

export type RouteKit = Provider & { readonly show: Rendered };

export function createApiRoutes(provider: Provider): ApiRoute[] {
  const kit = { ...provider, show: createRendered(provider.state) };
  return [...customerRoutes(kit), ...subscriptionRoutes(kit), ...moneyRoutes(kit)];
}
