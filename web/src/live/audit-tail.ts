/** An event of the company as `/ws/audit` tells it: as it was stored, newer programs may know more of it. */
export type AuditLine = {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
  readonly metadata: unknown;
  /** UTC ISO-8601. */
  readonly recordedAt: string;
};

/** `paused` while nobody sees the page; `refused`: the session ended, or its person is no manager any more. */
export type TailState = 'connecting' | 'live' | 'reconnecting' | 'paused' | 'refused';

export type TailListener = {
  /** In the order of the log, each line once, whatever the network did meanwhile. */
  lines: (lines: readonly AuditLine[]) => void;
  state: (state: TailState) => void;
};

/** The part of a websocket that is used. */
export type TailSocket = {
  close(): void;
  onOpen(handler: () => void): void;
  onMessage(handler: (text: string) => void): void;
  /** Told once, also when it never opened; `code` as in RFC 6455. */
  onClose(handler: (code: number) => void): void;
};

type AuditTailDeps = {
  openSocket: (address: string) => TailSocket;
  /** Does the work with the next picture, once for all lines that came until then. */
  beforeNextPicture: (work: () => void) => void;
  /** Returns what takes it back. */
  later: (work: () => void, milliseconds: number) => () => void;
  page: { isSeen: () => boolean; onChange: (handler: () => void) => () => void };
};

export type AuditTail = {
  /** Tells of every event behind the position `after` until the returned function is called. */
  open(after: number, listener: TailListener): () => void;
};

/** Close codes of the feed for which trying again would not help. */
const FINAL: readonly number[] = [4401, 4403];
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Follows the events of the company. A lost connection is made anew, with growing pauses, and goes on behind the last
 * line that came. While the page is hidden there is none: the server need not read the log for nobody.
 */
export function createAuditTail({ openSocket, beforeNextPicture, later, page }: AuditTailDeps): AuditTail {
  return {
    open(after, listener) {
      let position = after;
      let state: TailState | null = null;
      let socket: TailSocket | null = null;
      let failures = 0;
      let isOver = false;
      let cancelRetry = () => {};
      let pending: AuditLine[] = [];

      const become = (next: TailState) => {
        if (isOver || state === next) return;
        state = next;
        listener.state(next);
      };
      const tell = () => {
        const lines = pending;
        pending = [];
        if (!isOver && lines.length > 0) listener.lines(lines);
      };
      const hear = (text: string) => {
        const line = JSON.parse(text) as AuditLine;
        if (line.position <= position) return;
        position = line.position;
        pending.push(line);
        if (pending.length === 1) beforeNextPicture(tell);
      };
      const lost = (code: number) => {
        socket = null;
        if (FINAL.includes(code)) return become('refused');
        become('reconnecting');
        cancelRetry = later(connect, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++));
      };
      function connect(): void {
        become(failures === 0 && state !== 'reconnecting' ? 'connecting' : 'reconnecting');
        const opened = openSocket(`/ws/audit?after=${position}`);
        socket = opened;
        opened.onOpen(() => {
          if (socket !== opened) return;
          failures = 0;
          become('live');
        });
        opened.onMessage((text) => {
          if (socket === opened) hear(text);
        });
        opened.onClose((code) => {
          if (socket === opened) lost(code);
        });
      }
      const rest = () => {
        cancelRetry();
        const open = socket;
        socket = null;
        open?.close();
      };
      const look = () => {
        if (state === 'refused') return;
        rest();
        if (!page.isSeen()) return become('paused');
        failures = 0;
        connect();
      };
      const stopLooking = page.onChange(look);
      look();

      return () => {
        isOver = true;
        stopLooking();
        rest();
      };
    },
  };
}
