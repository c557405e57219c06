import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { refusal } from '#contracts/messages.ts';

export const BODY_LIMIT = 256 * 1024;
/** Ids and dates are at most 64 characters; a longer one is an unknown path. */
export const MAX_PARAM_LENGTH = 256;
/** For a whole request to arrive: a client that trickles bytes holds no connection for ever. */
export const REQUEST_TIMEOUT_MS = 30_000;

const STATUS_LINES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what is not even HTTP, or too long a URL or header, with the same body as any other refusal. */
export function connectionFailed(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const body = JSON.stringify(refusal(error.code === 'HPE_HEADER_OVERFLOW' ? 'tooLarge' : 'malformed'));
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${STATUS_LINES[error.code] ?? '400 Bad Request'}\r\nConnection: close\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
