import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import { openApiDocument } from '#platform/http/openapi.ts';

/** `/api/docs` for people and `/api/openapi.json` for programs, both made from the endpoints of contracts. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument(allEndpoints);
  // The plugin's type stops at OpenAPI 3.0; it only hands the document on.
  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as unknown as StaticDocumentSpec['document'] },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
  app.get('/api/openapi.json', (_request, reply) => reply.send(document));
}
