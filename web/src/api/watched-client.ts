import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import type { Answer, ApiClient } from './api-client.ts';

/** The same client; `onAnswer` sees every answer before the caller does. */
export function watched(
  client: ApiClient,
  onAnswer: (endpoint: Endpoint, answer: Answer<Endpoint>) => void,
): ApiClient {
  return {
    async call(endpoint, input) {
      const answer = await client.call(endpoint, input);
      onAnswer(endpoint, answer);
      return answer;
    },
  };
}
