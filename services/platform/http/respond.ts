import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { MessageCode } from '#contracts/messages.ts';
import type { Answer } from './call.ts';
import { RETRY_AFTER_SECONDS, sendError } from './error-handler.ts';
import { statusOf } from './status.ts';

/** Sets the headers and the status of an answer, and returns what is to be sent. */
export function respond<Reply>(reply: FastifyReply, answer: Answer<Reply>): Reply | FastifyReply {
  if (!answer.ok) return refused(reply, answer.code, answer.retryAfterSeconds);
  for (const cookie of answer.cookies ?? []) reply.header('set-cookie', cookie);
  if (answer.file) {
    const { name, type } = answer.file;
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
    // Streamed, no faster than the client reads.
    reply.send(Readable.from(answer.reply as AsyncIterable<string>, { objectMode: false }));
    return reply;
  }
  return answer.reply;
}

function refused(reply: FastifyReply, code: MessageCode, retryAfterSeconds?: number): FastifyReply {
  const status = statusOf(code);
  const later = retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (later !== undefined) reply.header('retry-after', later);
  return sendError(reply, code);
}
