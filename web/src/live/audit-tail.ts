/** An event of the company as `/ws/audit` sends it: as it was stored, possibly by a newer program. */
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

/** `paused`: the page is hidden. `refused`: the session ended, or the person is no longer a manager. */
export type TailState = 'connecting' | 'live' | 'reconnecting' | 'paused' | 'refused';

export type TailListener = {
  /** In the order of the log, each line once, also after a lost connection. */
  lines: (lines: readonly AuditLine[]) => void;
  state: (state: TailState) => void;
};

/** The part of a websocket that is used here. */
export type TailSocket = {
  close(): void;
  onOpen(handler: () => void): void;
  onMessage(handler: (text: string) => void): void;
  /** Called once, also if the socket never opened; `code` as in RFC 6455. */
  onClose(handler: (code: number) => void): void;
};

type AuditTailDeps = {
  openSocket: (address: string) => TailSocket;
  /** Runs the work before the next frame. */
  beforeNextFrame: (work: () => void) => void;
  /** Returns a function that cancels the work. */
  later: (work: () => void, milliseconds: number) => () => void;
  page: { isVisible: () => boolean; onChange: (handler: () => void) => () => void };
};

export type AuditTail = {
  /** Passes on every event after the position `after` until the returned function is called. */
  open(after: number, listener: TailListener): () => void;
};

/** Close codes of the feed after which a new connection would be refused, too. */
const FINAL: readonly number[] = [4401, 4403];
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Follows the events of the company. After a lost connection it connects again, with growing pauses, and continues
 * after the last line. While the page is hidden it is disconnected, which saves the server reading the log.
 */
export function createAuditTail({ openSocket, beforeNextFrame, later, page }: AuditTailDeps): AuditTail {
  return {
    open(after, listener) {
      let position = after;
      let state: TailState | null = null;
      let socket: TailSocket | null = null;
      let failures = 0;
      let isOver = false;
      let cancelRetry = () => {};
      let pending: AuditLine[] = [];

      const setState = (next: TailState) => {
        if (isOver || state === next) return;
        state = next;
        listener.state(next);
      };
      const flush = () => {
        const lines = pending;
        pending = [];
        if (!isOver && lines.length > 0) listener.lines(lines);
      };
      const receive = (text: string) => {
        const line = JSON.parse(text) as AuditLine;
        if (line.position <= position) return;
        position = line.position;
        pending.push(line);
        if (pending.length === 1) beforeNextFrame(flush);
      };
      const onLost = (code: number) => {
        socket = null;
        if (FINAL.includes(code)) return setState('refused');
        setState('reconnecting');
        cancelRetry = later(connect, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++));
      };
      function connect(): void {
        setState(failures === 0 && state !== 'reconnecting' ? 'connecting' : 'reconnecting');
        const opened = openSocket(`/ws/audit?after=${position}`);
        socket = opened;
        opened.onOpen(() => {
          if (socket !== opened) return;
          failures = 0;
          setState('live');
        });
        opened.onMessage((text) => {
          if (socket === opened) receive(text);
        });
        opened.onClose((code) => {
          if (socket === opened) onLost(code);
        });
      }
      const disconnect = () => {
        cancelRetry();
        const open = socket;
        socket = null;
        open?.close();
      };
      const onVisibility = () => {
        if (state === 'refused') return;
        disconnect();
        if (!page.isVisible()) return setState('paused');
        failures = 0;
        connect();
      };
      const stopWatching = page.onChange(onVisibility);
      onVisibility();

      return () => {
        isOver = true;
        stopWatching();
        disconnect();
      };
    },
  };
}
