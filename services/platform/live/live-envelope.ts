import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { LiveMessage } from './live-bus.port.ts';

const Message = Type.Union([
  Type.Object({
    kind: Type.Literal('committed'),
    position: Type.Integer(),
    changes: Type.Array(
      Type.Object({
        model: Type.String(),
        companyId: Type.String(),
        keys: Type.Array(Type.Record(Type.String(), Type.String())),
      }),
    ),
  }),
  Type.Object({
    kind: Type.Literal('uncommitted'),
    position: Type.Integer(),
    model: Type.String(),
    companyId: Type.String(),
    rows: Type.Array(
      Type.Object({
        key: Type.Record(Type.String(), Type.String()),
        row: Type.Union([
          Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
          Type.Null(),
        ]),
      }),
    ),
  }),
  Type.Object({
    kind: Type.Literal('revoked'),
    employeeId: Type.String(),
    sessionId: Type.Union([Type.String(), Type.Null()]),
  }),
  Type.Object({ kind: Type.Literal('missed') }),
]);

/** A message between processes. The number distinguishes equal messages of one sender. */
const validator = Compile(Type.Object({ from: Type.String(), number: Type.Integer(), message: Message }));
type Envelope = { from: string; number: number; message: LiveMessage };

export type Sender = {
  /**
   * Text of at most `limit` bytes. When it does not fit, the keys are left out, then everything but the kind. Null
   * for uncommitted rows that do not fit: `committed` reports them again.
   */
  seal(message: LiveMessage): string | null;
  /** The message of another process; null for one of this process, which was delivered already. */
  open(text: string): LiveMessage | null;
};

/** `limit` is in bytes of UTF-8. A text that is not a message of this version counts as missed. */
export function createSender(id: string, limit = Number.POSITIVE_INFINITY): Sender {
  let number = 0;
  return {
    seal(message) {
      number += 1;
      for (const candidate of [message, withoutKeys(message)]) {
        const text = JSON.stringify({ from: id, number, message: candidate } satisfies Envelope);
        if (Buffer.byteLength(text) <= limit) return text;
      }
      if (message.kind === 'uncommitted') return null;
      return JSON.stringify({ from: id, number, message: { kind: 'missed' } } satisfies Envelope);
    },
    open(text) {
      const envelope = parse(text);
      if (!validator.Check(envelope)) return { kind: 'missed' };
      return envelope.from === id ? null : envelope.message;
    },
  };
}

function withoutKeys(message: LiveMessage): LiveMessage {
  if (message.kind !== 'committed') return message;
  return { ...message, changes: message.changes.map((change) => ({ ...change, keys: [] })) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
