import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { errorBody } from '#contracts/messages.ts';

export const BODY_LIMIT = 256 * 1024;
/** Ids and dates are at most 64 characters; a longer one is an unknown path. */
export const MAX_PARAM_LENGTH = 256;
/** The time limit for a whole request to arrive, so that a slow client does not hold a connection for ever. */
export const REQUEST_TIMEOUT_MS = 30_000;

const STATUS_LINES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers invalid HTTP, and a URL or header that is too long, with the usual error body. */
export function connectionFailed(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const body = JSON.stringify(errorBody(error.code === 'HPE_HEADER_OVERFLOW' ? 'tooLarge' : 'malformed'));
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${STATUS_LINES[error.code] ?? '400 Bad Request'}\r\nConnection: close\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
