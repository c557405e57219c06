import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { apiDocs } from '#platform/http/api-docs.ts';
import { sendError } from '#platform/http/respond.ts';
import type { AppDeps } from '../app-deps.ts';
import { contentPolicy } from './content-policy.ts';

/** All that is not the REST API: what wiring attaches, with the headers that pages need. */
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
