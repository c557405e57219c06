import { io, type Socket } from 'socket.io-client';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type {
  Change,
  ClientToServer,
  LiveTopic,
  OwnFigures,
  SaleNews,
  ServerToClient,
  Snapshot,
} from '#contracts/live/live-protocol.ts';

export type Board = { date: string; rows: ReadonlyMap<string, BillboardRow>; version: number };

/** A browser's side of the live protocol, with a record of everything it received. */
export type Dashboard = {
  readonly socket: Socket<ServerToClient, ClientToServer>;
  readonly messages: readonly (Change | Snapshot)[];
  /** Changes whose version did not follow the one before; healed by a resync like in a browser. */
  readonly gaps: readonly Change[];
  board(): Board | null;
  figures(): OwnFigures | null;
  news(): readonly SaleNews[] | null;
  snapshots(topic: string): Snapshot[];
  changes(topic: string): Change[];
  signedOut(): boolean;
  /** The number of accepted connections. */
  connections(): number;
  /** Drops the next change of that topic instead of applying it; resolves when it has arrived. */
  loseOne(topic: LiveTopic): Promise<void>;
  close(): void;
};

export function openDashboard(
  url: string,
  cookie: string,
  options: { headers?: Record<string, string>; reconnection?: boolean } = {},
): Dashboard {
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: options.reconnection ?? false,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    extraHeaders: { ...(cookie ? { cookie } : {}), ...options.headers },
  });
  const messages: (Change | Snapshot)[] = [];
  const gaps: Change[] = [];
  const versions = new Map<string, number>();
  let board: { date: string; rows: Map<string, BillboardRow> } | null = null;
  let figures: OwnFigures | null = null;
  let news: Map<string, SaleNews> | null = null;
  let signedOut = false;
  let connections = 0;
  let losing: { topic: LiveTopic; lost: () => void } | null = null;

  socket.on('snapshot', (message) => {
    messages.push(message);
    versions.set(message.topic, message.version);
    if (message.topic === 'billboard') {
      const rows = new Map(message.data.rows.map((row) => [row.employee_id, row]));
      board = { date: message.data.date, rows };
    }
    if (message.topic === 'own figures') figures = message.data;
    if (message.topic === 'sale news') news = new Map(message.data.map((one) => [one.saleId, one]));
  });
  socket.on('change', (message) => {
    if (losing?.topic === message.topic) {
      losing.lost();
      losing = null;
      return;
    }
    messages.push(message);
    if (versions.get(message.topic) !== message.from) {
      gaps.push(message);
      socket.emit('resync', message.topic);
      return;
    }
    versions.set(message.topic, message.version);
    if (message.topic === 'billboard') {
      for (const row of message.data.rows) board?.rows.set(row.employee_id, row);
      for (const { employeeId } of message.data.removed) board?.rows.delete(employeeId);
    }
    if (message.topic === 'own figures') figures = message.data;
    if (message.topic === 'sale news') for (const one of message.data) news?.set(one.saleId, one);
  });
  // Like in a browser: after a refusal by a busy server it connects again a moment later.
  socket.on('connect_error', ({ message }) => {
    if (isBusy(message)) setTimeout(() => socket.connect(), 50);
  });
  socket.on('connect', () => {
    connections += 1;
  });
  socket.on('signed out', () => {
    signedOut = true;
  });
  socket.on('disconnect', () => versions.clear());

  return {
    socket,
    messages,
    gaps,
    board: () => board && { ...board, version: versions.get('billboard') ?? Number.NaN },
    figures: () => figures,
    news: () => news && [...news.values()],
    snapshots: (topic) =>
      messages.filter((message): message is Snapshot => message.topic === topic && !('from' in message)),
    changes: (topic) =>
      messages.filter((message): message is Change => message.topic === topic && 'from' in message),
    signedOut: () => signedOut,
    connections: () => connections,
    loseOne: (topic) =>
      new Promise((lost) => {
        losing = { topic, lost };
      }),
    close: () => void socket.disconnect(),
  };
}

/** Whether a refusal says that the server is busy, instead of refusing this person. */
export const isBusy = (message: string) => ['unavailable', 'timeout'].includes(message);

/** The rows sorted by employee, as text: equal texts are equal bytes. */
export function asText(rows: Iterable<BillboardRow>): string {
  return JSON.stringify([...rows].sort((a, b) => (a.employee_id < b.employee_id ? -1 : 1)));
}
