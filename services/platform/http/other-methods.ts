import { type Endpoint, pathsOf } from '#contracts/endpoints/endpoint.ts';

/**
 * The methods of a path (as sent, below /api, without its query); empty for an unknown path. Used only after no
 * route has matched.
 */
export function createOtherMethods(endpoints: readonly Endpoint[]): (path: string) => string[] {
  const known = endpoints.flatMap((endpoint) =>
    pathsOf(endpoint).map((path) => ({ method: endpoint.method, parts: path.split('/') })),
  );
  return (path) => {
    const sent = path.split('/');
    const fits = (parts: readonly string[]) =>
      parts.length === sent.length &&
      parts.every((part, at) => (part.startsWith('{') ? sent[at] !== '' : sent[at] === part));
    return [...new Set(known.filter(({ parts }) => fits(parts)).map(({ method }) => method))];
  };
}
