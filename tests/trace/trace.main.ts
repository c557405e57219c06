import { installProbes } from './probes.ts';

/**
 * `npm run trace -- addsale [login …]`: sends these requests to the real program and prints the files and functions
 * that worked on each, from the request to the dashboard of another person, in the order of their first calls.
 * Endpoints are named by the end of their path, or by method and path.
 */
async function main(names: readonly string[]): Promise<number> {
  // What the program loads from here on has probes in it.
  const { routesCalled } = await import('./routes-called.ts');
  const found = names.map((name) => ({ name, routes: routesCalled(name) }));
  const unclear = found.find(({ routes }) => routes.length !== 1);
  if (names.length === 0 || unclear) {
    const { name = '', routes = [] } = unclear ?? {};
    const problem = routes.length > 1 ? `${name} may be ${routes.join(' or ')}` : `no endpoint ${name}`;
    process.stderr.write(`${names.length === 0 ? 'usage: npm run trace -- <endpoint> …' : problem}\n`);
    return 1;
  }
  const { traceRequests } = await import('./trace.ts');
  const { reportOf } = await import('./report.ts');
  for (const trace of await traceRequests(found.flatMap(({ routes }) => routes))) {
    process.stdout.write(`${reportOf(trace)}\n`);
  }
  return 0;
}

installProbes();
process.exitCode = await main(process.argv.slice(2));
