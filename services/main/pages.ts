import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { apiDocs } from '#platform/http/api-docs.ts';
import { sendError } from '#platform/http/respond.ts';
import type { AppDeps } from './app.ts';

/** Everything but the REST API, with the headers that pages need. */
export function pages(deps: AppDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: contentPolicy(deps.registration.payments.config().provider),
      },
      strictTransportSecurity: deps.secureCookies,
    });
    apiDocs(app);
    for (const attach of deps.extend ?? []) await attach(app);
    app.setNotFoundHandler((request, reply) =>
      deps.notFound ? deps.notFound(request, reply) : sendError(reply, 'notFound'),
    );
  };
}

type Directives = Readonly<Record<string, readonly string[]>>;

/** The sources that Stripe's script needs, from Stripe's documentation; the sandbox has no script and no frames. */
const CARD_SOURCES = {
  stripe: {
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    calls: ['https://api.stripe.com'],
  },
  sandbox: { scripts: [], frames: ["'none'"], calls: [] },
} as const;

/** Content-Security-Policy of our pages. Sources of a payment provider are allowed only while it is in use. */
export function contentPolicy(provider: keyof typeof CARD_SOURCES): Directives {
  const { scripts, frames, calls } = CARD_SOURCES[provider];
  return {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'script-src': ["'self'", ...scripts],
    'frame-src': frames,
    // Older browsers do not count a websocket of the same host as 'self'.
    'connect-src': ["'self'", 'ws:', 'wss:', ...calls],
    'img-src': ["'self'", 'data:'],
    // React styles through the CSSOM, which this does not stop; tooltips of ECharts must be drawn as
    // `renderMode: 'richText'`, since its HTML ones carry style attributes.
    'style-src': ["'self'"],
  };
}
