import type { ApiClient } from './api-client.ts';

/** The same client; who reads what can be shown as of an instant gets it as of `at`, a moment as `?as-of=` takes it. */
export function clientAsOf(client: ApiClient, at: string): ApiClient {
  return {
    call: (endpoint, input) => client.call(endpoint, endpoint.asOf ? { ...input, asOf: at } : input),
  };
}
