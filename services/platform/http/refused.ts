import type { MessageCode } from '#contracts/messages.ts';

/** Carries a refusal out of Fastify's own steps (parsing, validation), which know only errors. */
export class Refused extends Error {
  readonly code: MessageCode;
  readonly statusCode: number;
  constructor(code: MessageCode, statusCode = 400) {
    super(code);
    this.name = 'Refused';
    this.code = code;
    this.statusCode = statusCode;
  }
}
