import { ApiError } from './api-error.ts';

export type ApiReply = { readonly status: number; readonly body: unknown };

const LIFETIME_SECONDS = 86_400;

/**
 * A key gets the same reply for a day. Stripe may keep it longer; the fake does not. The same key with other
 * parameters is an error. Replies of declined cards are stored, validation errors are not: both as documented.
 */
export function createIdempotentReplies(now: () => number) {
  const replies = new Map<
    string,
    { readonly request: string; readonly reply: ApiReply; readonly at: number }
  >();
  return {
    answer(key: string | undefined, request: string, execute: () => ApiReply) {
      if (key === undefined) return { reply: execute(), isReplayed: false };
      const first = replies.get(key);
      if (first && now() - first.at < LIFETIME_SECONDS) {
        if (first.request === request) return { reply: first.reply, isReplayed: true };
        throw new ApiError(400, {
          type: 'idempotency_error',
          message:
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        });
      }
      const reply = execute();
      if (reply.status === 200 || reply.status === 402) replies.set(key, { request, reply, at: now() });
      return { reply, isReplayed: false };
    },
  };
}
