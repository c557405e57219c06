import type { ApiClient } from './api-client.ts';

/** The same client, but endpoints that can show the past answer as of `at`, a moment as `?as-of=` takes it. */
export function clientAsOf(client: ApiClient, at: string): ApiClient {
  return {
    call: (endpoint, input) => client.call(endpoint, endpoint.asOf ? { ...input, asOf: at } : input),
  };
}
