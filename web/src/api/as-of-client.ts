import type { ApiClient } from './api-client.ts';

/** The same client; who reads what can be shown as of an instant gets it as of `at` (UTC ISO-8601). */
export function clientAsOf(client: ApiClient, at: string): ApiClient {
  return {
    call: (endpoint, input) => client.call(endpoint, endpoint.asOf ? { ...input, asOf: at } : input),
  };
}
