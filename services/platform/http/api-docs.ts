import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import type { Scheduler } from '../clock.ts';
import { createKeyedMutex } from '../concurrency/mutex.ts';
import { sha256 } from '../digest.ts';
import { networkOf } from '../limits/network.ts';
import { openApiDocument } from './openapi.ts';
import { compress } from './respond.ts';

/** A network gets a copy of the document, of half a megabyte, no faster than this, and so many of its requests wait for theirs. */
const COPY_MS = 100;
const MOST_WAITING = 100;

/** `/api/docs` for people and `/api/openapi.json` for programs, both made from the endpoints of contracts. */
export function apiDocs(app: FastifyInstance, { pause }: Pick<Scheduler, 'pause'>): void {
  let page: Promise<FastifyInstance> | undefined;

  async function showPage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    page ??= buildPage();
    const { routing } = await page;
    easePolicy(reply);
    reply.hijack();
    routing(request.raw, reply.raw);
  }

  let built: { readonly json: Buffer; readonly etag: string } | undefined;
  const oneOfNetwork = createKeyedMutex({ waiting: MOST_WAITING });
  app.get('/api/openapi.json', { onSend: compress }, async (request, reply) => {
    built ??= build();
    // Weak: it is the same document, however it is compressed.
    reply.header('etag', built.etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
    if (known?.includes(built.etag)) return reply.code(304).send();
    const { promise: turn, resolve: begin, reject } = Promise.withResolvers<void>();
    const send = () => {
      begin();
      return pause(COPY_MS);
    };
    oneOfNetwork(networkOf(request.ip), send).catch(reject);
    await turn;
    return reply.type('application/json; charset=utf-8').send(built.json);
  });
  app.get('/api/docs', showPage);
  app.get('/api/docs/*', showPage);
  app.addHook('onClose', async () => (await page)?.close());
}

function build() {
  const text = JSON.stringify(openApiDocument(allEndpoints));
  return { json: Buffer.from(text), etag: `W/"${sha256(text)}"` };
}

/** Swagger UI writes a style sheet and HTML from its script; pages of the product do not, so only this one may. */
function easePolicy({ raw }: FastifyReply): void {
  const policy = raw.getHeader('content-security-policy');
  if (typeof policy !== 'string') return;
  raw.setHeader(
    'content-security-policy',
    policy
      .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
      .replace(/;[^;]*trusted-types[^;]*/g, ''),
  );
}

/** Without the bodies of refusals, which are all alike: the page reads what is left in half the time. */
function forPeople(document: object): object {
  return JSON.parse(JSON.stringify(document), (key, value) =>
    /^[45]\d\d$/.test(key) ? { description: value.description } : value,
  );
}

/** A separate app, built on the first request: the page needs 17 MB of memory. */
async function buildPage(): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const page = Fastify({ logger: false });
  // The plugin's type stops at OpenAPI 3.0; in this mode it only hands the document on.
  const document = forPeople(openApiDocument(allEndpoints)) as never;
  await page.register(swagger, { mode: 'static', specification: { document } });
  // Closed, every tag is on the page: of so many open calls only those in sight would be, and a search would miss the rest.
  await page.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { docExpansion: 'none' } });
  await page.ready();
  return page;
}
