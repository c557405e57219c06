import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SIGNED_OUT_COOKIE } from '#contracts/endpoints/auth.endpoints.ts';
import { getEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { SUBJECT_KINDS } from '#contracts/history/description.ts';
import { paths, SHELL } from '#contracts/paths.ts';
import { apiDocs } from '#platform/http/api-docs.ts';
import { sendError } from '#platform/http/respond.ts';
import { SESSION_COOKIE } from '#services/auth/session-cookie.ts';
import type { AppDeps } from './app.ts';

/** Everything but the REST API, with the headers that pages need. */
export function pages(deps: AppDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const { provider } = deps.registration.payments.config();
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: contentPolicy(provider, deps.publicUrl),
      },
      strictTransportSecurity: deps.secureCookies,
    });
    const permissions = permissionsPolicy(provider);
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('permissions-policy', permissions);
      const isDevelopers = request.routeOptions.url?.startsWith('/dev/');
      if (isDevelopers && !isOurName(request.headers.host ?? '', deps.publicUrl()))
        sendError(reply, 'foreignOrigin');
      else done();
    });
    apiDocs(app, deps.scheduler);
    for (const attach of deps.extend ?? []) await attach(app);
    app.setNotFoundHandler((request, reply) =>
      deps.notFound ? deps.notFound(request, reply) : sendError(reply, 'notFound'),
    );
  };
}

/** The owner of another name can let it lead to this machine, so that a page of theirs reads ours; not so these. */
const LOCAL = /^(localhost|[\w-]+\.localhost|\[[\da-f:.]+\]|\d+(\.\d+){3})(:\d+)?$/i;

function isOurName(host: string, publicUrl: string | undefined): boolean {
  return LOCAL.test(host) || host.toLowerCase() === URL.parse(publicUrl ?? '')?.host;
}

type Directives = Readonly<Record<string, readonly (string | (() => string))[]>>;

/** The sources that Stripe's script needs, from Stripe's documentation; the sandbox has no script and no frames. */
const CARD_SOURCES = {
  stripe: {
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    calls: ['https://api.stripe.com'],
    payment: '(self "https://js.stripe.com")',
  },
  sandbox: { scripts: [], frames: ["'none'"], calls: [], payment: '()' },
} as const;

/** What our pages never ask a browser for; nor may what runs in them. */
const UNUSED =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi serial usb'.split(
    ' ',
  );

const permissionsPolicy = (provider: keyof typeof CARD_SOURCES) =>
  [...UNUSED.map((feature) => `${feature}=()`), `payment=${CARD_SOURCES[provider].payment}`].join(', ');

/** The address of the live sockets at this address of the pages. */
const socketsAt = (url: string | undefined) =>
  new URL(url ?? 'http://localhost').origin.replace(/^http/, 'ws');

/**
 * Content-Security-Policy of our pages. Sources of a payment provider are allowed only while it is in use.
 * `publicUrl` is asked for each page.
 */
export function contentPolicy(
  provider: keyof typeof CARD_SOURCES,
  publicUrl: () => string | undefined,
): Directives {
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
    'connect-src': ["'self'", () => socketsAt(publicUrl()), ...calls],
    'img-src': ["'self'", 'data:'],
    // React styles through the CSSOM, which this does not stop; tooltips of ECharts must be drawn as
    // `renderMode: 'richText'`, since its HTML ones carry style attributes.
    'style-src': ["'self'"],
    'worker-src': ["'self'"],
    // Text becomes script only by the policy of the web app's trusted-types.ts.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  };
}

/** The build of the web app. */
const WEB_APP = join(import.meta.dirname, '../../dist/web');

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

/** A kind of history is one of a few; whether an id exists is known later only. */
const patternOf = (path: string) =>
  path.replaceAll(/:\w+/g, (name) => (name === ':kind' ? `(${SUBJECT_KINDS.join('|')})` : '[^/]+'));

/** The addresses of the web app. Its router ignores the case of letters and a slash at the end. */
const SCREENS = [SHELL, ...Object.values(paths)].map(
  (path) => [path, new RegExp(`^${patternOf(path)}/?$`, 'i')] as const,
);

/** The path of the screen at this address, as in `paths`. */
function screenOf({ url }: FastifyRequest): string | undefined {
  const address = url.split('?', 1)[0] ?? '';
  return SCREENS.find(([, pattern]) => pattern.test(address))?.[0];
}

/** The answer that every screen of a signed-in person waits for. */
const SESSION = `</api${getEmployee.path}>; rel=preload; as=fetch; crossorigin`;

/** Proxies refuse more than 4 kB of headers, unless they are told otherwise. What is left out is loaded a level later. */
const LONGEST = 2800;

/**
 * The `Link` header of each screen, with the files of its first load as the build has listed them: the browser asks for
 * all at once, not for one level of imports after the other.
 */
function announcements(directory: string): Readonly<Record<string, string>> {
  const list = join(directory, '.vite/screens.json');
  if (!existsSync(list)) return {};
  const screens = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>;
  const kindOf = (name: string) =>
    name.endsWith('.css') ? 'preload; as=style; crossorigin' : 'modulepreload';
  const linkTo = (name: string) => `</${name}>; rel=${kindOf(name)}`;
  const links = Object.entries(screens).map(([path, files]) => {
    const data = path.startsWith(SHELL) ? [SESSION] : [];
    const all = [...data, ...files.map(linkTo)].map((link, at) => (at === 0 ? link : `, ${link}`));
    return [
      path,
      all.reduce((header, link) => (header.length + link.length > LONGEST ? header : header + link)),
    ];
  });
  return Object.fromEntries(links);
}

/** Serves the built web app. Undefined when there is no build. */
export function webApp(directory = WEB_APP) {
  const page = join(directory, 'index.html');
  if (!existsSync(page)) return undefined;
  const announced = announcements(directory);
  return {
    /** The name of this build, which the build writes into its page. */
    release: /<meta name="release" content="(\w+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? null,
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
    /** Every address is one page, which shows its own 'Page not found' under the status 404. */
    notFound: (request: FastifyRequest, reply: FastifyReply) => {
      if (!asksForPage(request)) return sendError(reply, 'notFound');
      const screen = screenOf(request);
      // Without a session the screens of the signed-in part lead to the sign-in page.
      const has = (cookie: string) => request.headers.cookie?.includes(`${cookie}=`) ?? false;
      const opens = !screen?.startsWith(SHELL) || (has(SESSION_COOKIE) && !has(SIGNED_OUT_COOKIE));
      if (screen && announced[screen] && opens) reply.header('link', announced[screen]);
      return reply.code(screen ? 200 : 404).sendFile('index.html');
    },
  };
}
