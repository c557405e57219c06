import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { accessRule } from '#contracts/endpoints/access-table.ts';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import { pathsOf } from '#contracts/endpoints/endpoint.ts';
import { apiWorld } from '#tests/support/servers/api-under-test.ts';

const api = apiWorld();

/** Fastify's own list, a tree: `├── /api/logs/getchartdata (GET)`, and below it `│   └── /:id (GET)`. */
function registered(): string[] {
  const above: string[] = [];
  const routes: string[] = [];
  for (const line of api.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S+)(?: \(([^)]+)\))?/.exec(line) ?? [];
    const depth = indent.length / 4;
    const path = `${above[depth - 1] ?? ''}${part}`;
    above.splice(depth, above.length, path);
    for (const method of methods?.split(', ') ?? []) routes.push(`${method} ${path}`);
  }
  return routes.filter(
    (route) => / \/api\//.test(route) && !/ \/api\/(docs|openapi\.json|webhooks\/stripe)/.test(route),
  );
}

describe('endpoints of contracts and routes of the server', () => {
  it('are the same', { tags: ['spec-7.3'] }, () => {
    const declared = allEndpoints.flatMap((endpoint) =>
      pathsOf(endpoint).map((path) => `${endpoint.method} /api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(new Set(registered())).toEqual(new Set(declared));
  });

  it('are described by OpenAPI, as JSON and as a page', { tags: ['spec-7.3'] }, async () => {
    const document = (await api.app.inject('/api/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toHaveLength(new Set(allEndpoints.flatMap(pathsOf)).size);
    expect(
      document.paths['/api/sales/addsale'].post.requestBody.content['application/json'].schema.required,
    ).toEqual(['name', 'campaignId']);
    const headers = { 'accept-encoding': 'br' };
    const packed = await api.app.inject({ url: '/api/openapi.json', headers });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(document);
    const page = await api.app.inject('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    const scripts = [...page.body.matchAll(/src="\.\/([^"]+)"/g)].map(([, file]) => file);
    expect(scripts.length).toBeGreaterThan(0);
    for (const file of scripts) expect((await api.app.inject(`/api/docs/${file}`)).statusCode).toBe(200);
    expect(page.body).not.toMatch(/<script>|onload=/);
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self';/);
    expect(page.headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'");
    const other = await api.app.inject('/nothing-here');
    expect(other.headers['content-security-policy']).not.toContain('unsafe-inline');
  });

  it.each(
    allEndpoints
      .filter((endpoint) => accessRule(endpoint).rights.nobody === 'refused')
      .flatMap((endpoint) => pathsOf(endpoint).map((path) => [endpoint.method, path] as const)),
  )('%s %s needs a session', async (method, path) => {
    const reply = await api.app.inject({ method, url: `/api${path.replaceAll(/\{\w+\}/g, 'x')}` });
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toEqual({ message: 'Please sign in to continue', error: 'notLoggedIn' });
  });
});
