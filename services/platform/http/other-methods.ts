import { type Endpoint, pathsOf } from '#contracts/endpoints/endpoint.ts';

/**
 * Which methods a path (as it was sent, below /api, without its query) is known for; none for an unknown path.
 * Asked only when no route has answered.
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
