import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { refuse } from '#platform/http/failures.ts';
import { apiDocs } from './api-docs.ts';
import type { AppDeps } from './app-deps.ts';

/** All that is not the REST API: what wiring attaches, with the headers that pages need. */
export function pages(deps: AppDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'self'"],
          'base-uri': ["'none'"],
          'object-src': ["'none'"],
          'frame-ancestors': ["'none'"],
          'form-action': ["'self'"],
          'script-src': ["'self'", 'https://js.stripe.com'],
          'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
          // Older browsers do not count a websocket of the same host as 'self'.
          'connect-src': ["'self'", 'ws:', 'wss:', 'https://api.stripe.com'],
          'img-src': ["'self'", 'data:'],
          // React styles through the CSSOM, which this does not stop; tooltips of ECharts must be drawn as
          // `renderMode: 'richText'`, since its HTML ones carry style attributes.
          'style-src': ["'self'"],
        },
      },
      strictTransportSecurity: deps.secureCookies,
    });
    apiDocs(app);
    for (const attach of deps.extend ?? []) await attach(app);
    app.setNotFoundHandler((request, reply) =>
      deps.notFound ? deps.notFound(request, reply) : refuse(reply, 'notFound', 404),
    );
  };
}
