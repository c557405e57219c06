import { ApiError } from './api-error.ts';

export type ApiReply = { readonly status: number; readonly body: unknown };

const KEPT_SECONDS = 86_400;

/**
 * The same key gives the same reply for a day and then may be forgotten, and here it is. The same key with other
 * parameters is an error. Validation errors are not kept, declined cards are: both as documented.
 */
export function createIdempotentReplies(now: () => number) {
  const kept = new Map<string, { readonly request: string; readonly reply: ApiReply; readonly at: number }>();
  return {
    answer(key: string | undefined, request: string, execute: () => ApiReply) {
      if (key === undefined) return { reply: execute(), isReplayed: false };
      const first = kept.get(key);
      if (first && now() - first.at < KEPT_SECONDS) {
        if (first.request === request) return { reply: first.reply, isReplayed: true };
        throw new ApiError(400, {
          type: 'idempotency_error',
          message:
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        });
      }
      const reply = execute();
      if (reply.status === 200 || reply.status === 402) kept.set(key, { request, reply, at: now() });
      return { reply, isReplayed: false };
    },
  };
}
