import type { MessageCode } from '#contracts/messages.ts';

/** Carries a rejection out of Fastify's own steps (parsing, validation), which pass on errors only. */
export class HttpError extends Error {
  readonly code: MessageCode;
  readonly statusCode: number;
  constructor(code: MessageCode, statusCode: number) {
    super(code);
    this.name = 'HttpError';
    this.code = code;
    this.statusCode = statusCode;
  }
}
