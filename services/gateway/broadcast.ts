import type { LiveSocket } from './live-socket.ts';

/** engine.io's `message` and socket.io's EVENT, as their protocols number them. */
const MESSAGE = '4';
const EVENT = '2';
const FINAL_TEXT = 0x81;

/** A message to many sockets, encoded once. */
export type EncodedBroadcast = { readonly text: string; readonly frame: Buffer };

/** Encodes and frames a message once, however many sockets get it. */
export function encodeBroadcast(event: 'change' | 'snapshot', message: object): EncodedBroadcast {
  const text = `${EVENT}${JSON.stringify([event, message])}`;
  return { text, frame: textFrame(MESSAGE + text) };
}

/**
 * The same as `io.to(room).emit(event, message)` for these sockets, which must speak websocket. socket.io too
 * encodes such a message once, but hands the system two pieces for every socket; one piece is a cheaper call,
 * and that call is most of what a broadcast costs. Where engine.io cannot take a finished frame it takes the
 * text.
 */
export function broadcast(sockets: Iterable<LiveSocket>, { text, frame }: EncodedBroadcast): void {
  const options = { compress: false, wsPreEncodedFrame: [frame] };
  for (const socket of sockets) socket.conn.write(text, options);
}

/** A whole unmasked websocket frame (RFC 6455, 5.2) in one piece. */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  if (head === 2) {
    frame[1] = length;
  } else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}
