import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { createLine, type Line } from './line.ts';

/** What happens to a notification on its way from the server. */
export type Fate = 'arrives' | 'is lost' | 'is doubled' | { readonly lateMs: number };

/** When a connection or a process ends: at a statement that is counted from now, before or after the server has run it. */
export type End = {
  readonly statements: number;
  readonly when: 'before' | 'after';
  of: 'connection' | 'process';
};

/** All connections of one simulated process to Postgres. */
export type Wire = {
  /** Of the database, with the name of the process in it. */
  readonly url: string;
  isAlive: boolean;
  /** The next end that is planned; it is undefined again when it has come. */
  end: End | undefined;
  /** Decides what becomes of each notification of a channel. */
  fateOf: (channel: string) => Fate;
  /** Changes the text of a statement on its way to the server; to one of the same length. */
  rewrite: (sql: string) => string;
  readonly lines: Set<Line>;
  /** Called once, when the process has ended at a statement. */
  onEnd: () => void;
};

/** Only detects a deadlock of the simulation itself. */
const STUCK_MS = 60_000;

type Adopt = (socket: Socket) => void;

function hang(socket: Socket): void {
  socket.connect = () => socket;
}

function refuse(socket: Socket): void {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  socket.connect = () => socket.destroy(refused);
}

/** What looks at the sockets of a process, by the name that its connections give. */
const adopters = new Map<string, Adopt>();
const PREFIX = 'simulated ';
let connect: typeof pg.Client.prototype.connect | undefined;

function connectWatched(this: pg.Client, ...given: never[]): unknown {
  const { connectionParameters, connection } = this as unknown as {
    connectionParameters: { fallback_application_name?: string };
    connection: { stream: Socket };
  };
  const name = connectionParameters.fallback_application_name ?? '';
  // What is left of an ended process finds no server.
  if (name.startsWith(PREFIX)) (adopters.get(name) ?? hang)(connection.stream);
  return (connect as unknown as (...all: never[]) => unknown).apply(this, given);
}

/**
 * The connections of simulated processes to a real Postgres: they can be cut at a chosen statement, lose notifications, and
 * it is known whether one still waits for the server. pg gets ordinary sockets; their bytes are looked at, message by message.
 */
export function watchConnections(later: (ms: number, work: () => void) => void) {
  const wires = new Map<string, Wire>();
  const graves: number[] = [];
  let isServerAway = false;
  let someoneTold = false;
  let changed = Promise.withResolvers<void>();

  function adopt(wire: Wire, socket: Socket): void {
    if (!wire.isAlive) return void hang(socket);
    if (isServerAway) return void refuse(socket);
    const line = createLine(socket, {
      wire,
      later,
      onChange: () => changed.resolve(),
      onTold: () => {
        someoneTold = true;
      },
      onEnd: (of) => (of === 'process' ? kill(wire) : line.close()),
      onClose(pid) {
        wire.lines.delete(line);
        if (pid !== null) graves.push(pid);
      },
    });
    wire.lines.add(line);
  }

  /** Nothing of the process goes on: what it waits for never comes. */
  function kill(wire: Wire): void {
    if (!wire.isAlive) return;
    wire.isAlive = false;
    for (const line of [...wire.lines]) line.abandon();
    wire.onEnd();
  }

  const lines = () => [...wires.values()].flatMap((wire) => [...wire.lines]);
  const busy = () => lines().filter((line) => line.waitsFor().length > 0);

  async function untilAnswered(): Promise<void> {
    for (let turns = 0; turns < 3; turns++) {
      await turn();
      if (busy().length === 0) continue;
      turns = -1;
      changed = Promise.withResolvers();
      const stuck = setTimeout(() => {
        const texts = busy().map((line) => line.waitsFor().join('; '));
        changed.reject(new Error(`the server does not answer: ${texts.join('\n')}`));
      }, STUCK_MS);
      await changed.promise.finally(() => clearTimeout(stuck));
    }
  }

  return {
    /** Of a new process; the name is unique. */
    open(process: string, databaseUrl: string): Wire {
      const name = PREFIX + process;
      const url = new URL(databaseUrl);
      url.searchParams.set('fallback_application_name', name);
      const wire: Wire = {
        url: url.toString(),
        isAlive: true,
        end: undefined,
        fateOf: () => 'arrives',
        rewrite: (sql) => sql,
        lines: new Set(),
        onEnd: () => {},
      };
      wires.set(name, wire);
      adopters.set(name, (socket) => adopt(wire, socket));
      connect ??= pg.Client.prototype.connect;
      pg.Client.prototype.connect = connectWatched as typeof connect;
      return wire;
    },
    kill,
    /** Resolves when no request waits for the server, and it has nothing more to send. */
    async quiet(admin: Pick<pg.Pool, 'query'>): Promise<void> {
      for (;;) {
        await untilAnswered();
        if (graves.length > 0) {
          // The server notices a lost connection some time later, and keeps its locks until then.
          const pids = graves.splice(0);
          await admin.query('SELECT pg_terminate_backend(pid) FROM unnest($1::integer[]) pid', [pids]);
          const left = 'SELECT FROM pg_stat_activity WHERE pid = ANY ($1)';
          while ((await admin.query(left, [pids])).rowCount) await turn();
        } else if (someoneTold) {
          someoneTold = false;
          for (const line of lines()) line.askForNews();
        } else return;
      }
    },
    /** Cuts every connection; until the result is called, the server accepts none. */
    stopServer(): () => void {
      isServerAway = true;
      for (const line of lines()) line.close();
      return () => {
        isServerAway = false;
      };
    },
    close(): void {
      for (const [name, wire] of wires) {
        kill(wire);
        adopters.delete(name);
      }
      if (adopters.size > 0 || !connect) return;
      pg.Client.prototype.connect = connect;
      connect = undefined;
    },
  };
}

export type Wires = ReturnType<typeof watchConnections>;
