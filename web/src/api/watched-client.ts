import type { MessageCode } from '#contracts/messages.ts';
import type { ApiClient } from './api-client.ts';

/** The same client; `hear` is told of every refusal before its caller is. */
export function watched(client: ApiClient, hear: (error: MessageCode) => void): ApiClient {
  return {
    async call(endpoint, input) {
      const answer = await client.call(endpoint, input);
      if (!answer.ok) hear(answer.error);
      return answer;
    },
  };
}
