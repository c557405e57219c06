import type { Socket } from 'node:net';
import type { Wire } from './wire.ts';

/** One connection to Postgres, looked at message by message (https://www.postgresql.org/docs/current/protocol.html). */
export type Line = {
  /** The statements that the server has not answered yet. */
  waitsFor(): readonly string[];
  /** The server's process; null before it is connected. */
  pid(): number | null;
  /** The channel whose notifications it gets. */
  listensTo(): string | undefined;
  /** Whether it asked for a lease of projections. */
  leads(): boolean;
  /** Makes the server send the notifications that it has for a connection that listens. */
  askForNews(): void;
  /** The program sees that it is gone. */
  close(): void;
  /** The program sees nothing any more. */
  abandon(): void;
};

type Surroundings = {
  readonly wire: Wire;
  readonly later: (ms: number, work: () => void) => void;
  readonly onChange: () => void;
  /** A statement that notifies others has been run. */
  readonly onTold: () => void;
  /** The planned end has come. */
  readonly onEnd: (of: 'connection' | 'process') => void;
  /** `pid` is the server's process; null when it had none yet. */
  readonly onClose: (pid: number | null) => void;
};

/** What is answered by one ReadyForQuery. */
type Exchange = {
  readonly sql: string;
  readonly isOurs?: boolean;
  readonly endOf?: 'connection' | 'process';
};

const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

export function createLine(
  socket: Socket,
  { wire, later, onChange, onTold, onEnd, onClose }: Surroundings,
): Line {
  const waiting: Exchange[] = [];
  const statements = new Map<string, string>();
  /** Notifications that are late, and those behind them. */
  const late: Buffer[] = [];
  let sql = '';
  let hasBegun = false;
  let channel: string | undefined;
  let leads = false;
  let isOpen = true;
  let pid: number | null = null;
  let received = Buffer.alloc(0);
  const write = socket.write.bind(socket) as (bytes: Buffer) => boolean;
  const emit = socket.emit.bind(socket);

  function leave(): void {
    if (!isOpen) return;
    isOpen = false;
    waiting.length = 0;
    onClose(pid);
    onChange();
  }
  socket.on('close', leave);
  // Until it is connected it waits for the server, too.
  waiting.push({ sql: 'connect' });

  /** A message to the server; false when it must not be sent. */
  function send(message: Buffer): Buffer | null {
    if (!hasBegun) {
      hasBegun = true;
      return message;
    }
    const kind = String.fromCharCode(message[0] as number);
    const texts = () => message.subarray(5).toString('utf8').split('\0');
    if (kind === 'P') {
      const [name = '', text = ''] = texts();
      sql = text;
      if (name !== '') statements.set(name, text);
      return rewritten(message, text);
    }
    if (kind === 'B') sql = statements.get(texts()[1] ?? '') ?? sql;
    if (kind === 'Q') sql = texts()[0] ?? '';
    if (kind === 'Q' || kind === 'S') return begin() ? rewritten(message, sql) : null;
    return message;
  }

  function rewritten(message: Buffer, text: string): Buffer {
    const changed = wire.rewrite(text);
    if (changed === text) return message;
    if (changed.length !== text.length) throw new Error(`not of the same length: ${changed}`);
    return Buffer.from(
      message.toString('latin1').replace(text, () => changed),
      'latin1',
    );
  }

  /** False when the connection ends before the server gets the statement. */
  function begin(): boolean {
    channel ??= /^LISTEN (\w+)/.exec(sql)?.[1];
    leads ||= sql.includes('INSERT INTO read.leases AS lease');
    const { end } = wire;
    const isLast = end !== undefined && end.statements <= 0;
    if (end) wire.end = isLast ? undefined : { ...end, statements: end.statements - 1 };
    if (isLast && end.when === 'before') {
      onEnd(end.of);
      return false;
    }
    waiting.push(isLast ? { sql, endOf: end.of } : { sql });
    onChange();
    return true;
  }

  const connect = socket.connect.bind(socket) as (...given: unknown[]) => Socket;
  socket.connect = (...given: unknown[]) => {
    connect(...given);
    // Node has just put its own back.
    socket.write = sendAll as typeof socket.write;
    return socket;
  };

  function sendAll(bytes: Buffer, ...others: unknown[]): boolean {
    if (!isOpen) return true;
    for (let at = 0; at < bytes.length && isOpen; ) {
      const length = hasBegun ? 1 + bytes.readInt32BE(at + 1) : bytes.length;
      const message = send(bytes.subarray(at, at + length));
      if (message) write(message);
      at += length;
    }
    const done = others.find((other) => typeof other === 'function') as (() => void) | undefined;
    done?.();
    return true;
  }

  socket.emit = ((event: string, ...given: unknown[]) => {
    if (event !== 'data') return emit(event, ...given);
    received = Buffer.concat([received, given[0] as Buffer]);
    const now: Buffer[] = [];
    while (isOpen && received.length >= 5 && received.length > received.readInt32BE(1)) {
      const length = 1 + received.readInt32BE(1);
      const message = received.subarray(0, length);
      received = received.subarray(length);
      now.push(...take(message));
    }
    if (now.length > 0 && isOpen) emit('data', Buffer.concat(now));
    onChange();
    return true;
  }) as typeof socket.emit;

  /** What the program gets of a message of the server at once. */
  function take(message: Buffer): Buffer[] {
    const kind = String.fromCharCode(message[0] as number);
    if (kind === 'A') return notified(message);
    if (kind === 'K') pid = message.readInt32BE(5);
    const exchange = waiting[0];
    if (kind === 'Z') {
      waiting.shift();
      if (/notify/i.test(exchange?.sql ?? '')) onTold();
      if (exchange?.endOf) onEnd(exchange.endOf);
    }
    return exchange?.isOurs || exchange?.endOf ? [] : [message];
  }

  function notified(message: Buffer): Buffer[] {
    const channel = message.subarray(9, message.indexOf(0, 9)).toString();
    const fate = wire.fateOf(channel);
    if (fate === 'is lost') return [];
    const copies = fate === 'is doubled' ? [message, message] : [message];
    if (late.length === 0 && typeof fate === 'string') return copies;
    // In their order.
    late.push(Buffer.concat(copies));
    later(typeof fate === 'string' ? 0 : fate.lateMs, () => {
      const next = late.shift();
      if (next && isOpen) emit('data', next);
    });
    return [];
  }

  return {
    pid: () => pid,
    listensTo: () => channel,
    leads: () => leads,
    waitsFor: () => waiting.map((exchange) => exchange.sql),
    askForNews() {
      if (channel === undefined || !isOpen) return;
      waiting.push({ sql: 'news?', isOurs: true });
      write(SYNC);
    },
    close() {
      leave();
      socket.destroy();
    },
    abandon() {
      leave();
      socket.removeAllListeners();
      socket.on('error', () => {});
      socket.destroy();
    },
  };
}
