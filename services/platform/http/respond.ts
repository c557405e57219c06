import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { MessageCode } from '#contracts/messages.ts';
import type { Answer } from './call.ts';
import { RETRY_AFTER_SECONDS, refuse } from './failures.ts';
import { statusOf } from './refusal-status.ts';

/** What is to be sent for an answer, after its headers and status were set. */
export function respond<Reply>(reply: FastifyReply, answer: Answer<Reply>): Reply | FastifyReply {
  if (!answer.ok) return refused(reply, answer.refusal, answer.retryAfterSeconds);
  for (const cookie of answer.cookies ?? []) reply.header('set-cookie', cookie);
  if (answer.file) {
    const { name, type } = answer.file;
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
    // As it is made, and no faster than it is taken.
    reply.send(Readable.from(answer.reply as AsyncIterable<string>, { objectMode: false }));
    return reply;
  }
  return answer.reply;
}

function refused(reply: FastifyReply, code: MessageCode, retryAfterSeconds?: number): FastifyReply {
  const status = statusOf(code);
  const later = retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (later !== undefined) reply.header('retry-after', later);
  return refuse(reply, code, status);
}
