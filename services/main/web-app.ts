import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '#platform/http/respond.ts';

/** The build of the web app. */
export const WEB_APP = join(import.meta.dirname, '../../dist/web');

/** Built files carry a hash of their content in their name, so they never change. */
const HASHED = /[\\/]assets[\\/]/;

/** Paths for programs, where a page would look like success. */
const FOR_PROGRAMS = /^\/(api|assets|socket\.io|ws)(\/|$)/;

/** Addresses of pages have no dot in their last part. */
const FILE = /\.[^/]*$/;

/** Ignores the `accept` header: monitors and command lines send any value, or none. */
function asksForPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return (method === 'GET' || method === 'HEAD') && !FOR_PROGRAMS.test(path) && !FILE.test(path);
}

/** Serves the built web app. Undefined when there is no build. */
export function webApp(directory = WEB_APP) {
  if (!existsSync(join(directory, 'index.html'))) return undefined;
  return {
    attach: async (app: FastifyInstance): Promise<void> => {
      const served: FastifyStaticOptions = {
        root: directory,
        index: false,
        // The build puts compressed files beside the plain ones.
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          reply.header(
            'cache-control',
            HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
          );
        },
      };
      // A route for each file except the hundreds of assets, which share one, so that the app starts in half the time.
      await app.register(fastifyStatic, { ...served, wildcard: false, globIgnore: ['assets/**'] });
      await app.register(fastifyStatic, {
        ...served,
        root: join(directory, 'assets'),
        prefix: '/assets/',
        decorateReply: false,
        // A folder gets the same 404 as a missing file.
        allowedPath: (path) => !path.endsWith('/'),
      });
    },
    /** Every address of the app is one page, which shows its own 'Page not found'; a missing file is 404. */
    notFound: (request: FastifyRequest, reply: FastifyReply) =>
      asksForPage(request) ? reply.sendFile('index.html') : sendError(reply, 'notFound'),
  };
}
