import { expect, test } from 'vitest';
import { type AuditLine, createAuditTail, type TailState } from './audit-tail.ts';

type Handlers = { open?: () => void; message?: (text: string) => void; close?: (code: number) => void };

const line = (position: number) => `${JSON.stringify({ position, type: 'SaleRecorded' })}\n`;

function followed(after = 7, { visible = true } = {}) {
  const sockets: (Handlers & { address: string; closed: boolean })[] = [];
  let isVisible = visible;
  let onChange = () => {};
  let frames: (() => void)[] = [];
  let retries: { work: () => void; after: number }[] = [];
  const states: TailState[] = [];
  const delivered: number[][] = [];
  const tail = createAuditTail({
    openSocket(address) {
      const socket: Handlers & { address: string; closed: boolean } = { address, closed: false };
      sockets.push(socket);
      return {
        close: () => Object.assign(socket, { closed: true }),
        onOpen: (handler) => Object.assign(socket, { open: handler }),
        onMessage: (handler) => Object.assign(socket, { message: handler }),
        onClose: (handler) => Object.assign(socket, { close: handler }),
      };
    },
    beforeNextFrame: (work) => frames.push(work),
    later(work, after) {
      const retry = { work, after };
      retries.push(retry);
      return () => {
        retries = retries.filter((each) => each !== retry);
      };
    },
    page: {
      isVisible: () => isVisible,
      onChange(handler) {
        onChange = handler;
        return () => {
          onChange = () => {};
        };
      },
    },
  });
  const stop = tail.open(after, {
    lines: (lines: readonly AuditLine[]) => delivered.push(lines.map(({ position }) => position)),
    state: (state) => states.push(state),
  });
  return {
    sockets,
    states,
    delivered,
    stop,
    newest: () => sockets.at(-1) as Handlers & { address: string; closed: boolean },
    retries: () => retries,
    setVisible(now: boolean) {
      isVisible = now;
      onChange();
    },
    draw() {
      const due = frames;
      frames = [];
      for (const work of due) work();
    },
    retry() {
      const due = retries;
      retries = [];
      for (const { work } of due) work();
    },
  };
}

test('starts after the given position and delivers the lines of one frame together', () => {
  const { newest, states, delivered, draw } = followed(7);
  expect(newest().address).toBe('/ws/audit?after=7');
  newest().open?.();
  newest().message?.(line(9));
  newest().message?.(line(12));
  expect(delivered).toEqual([]);
  draw();
  expect(delivered).toEqual([[9, 12]]);
  expect(states).toEqual(['connecting', 'live']);
});

test('continues after the last line when the connection was lost, and delivers nothing twice', () => {
  const { newest, states, delivered, draw, retry } = followed(7);
  newest().open?.();
  newest().message?.(line(9));
  newest().close?.(1006);
  retry();
  expect(newest().address).toBe('/ws/audit?after=9');
  newest().open?.();
  newest().message?.(line(9));
  newest().message?.(line(10));
  draw();
  expect(delivered).toEqual([[9, 10]]);
  expect(states).toEqual(['connecting', 'live', 'reconnecting', 'live']);
});

test('waits longer after each failure, up to fifteen seconds, and starts over once it was connected', () => {
  const { newest, retries, retry } = followed();
  const waited: (number | undefined)[] = [];
  for (let failure = 0; failure < 7; failure++) {
    newest().close?.(1006);
    waited.push(retries()[0]?.after);
    retry();
  }
  expect(waited).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  newest().open?.();
  newest().close?.(1006);
  expect(retries()[0]?.after).toBe(500);
});

test.each([4401, 4403])('does not connect again after it was refused (%s)', (code) => {
  const { newest, states, retries, setVisible, sockets } = followed();
  newest().open?.();
  newest().close?.(code);
  expect(retries()).toEqual([]);
  setVisible(true);
  expect(sockets).toHaveLength(1);
  expect(states.at(-1)).toBe('refused');
});

test('is disconnected while the page is hidden, and catches up when it is visible again', () => {
  const { newest, states, delivered, sockets, setVisible, draw } = followed();
  newest().open?.();
  newest().message?.(line(9));
  setVisible(false);
  expect(newest().closed).toBe(true);
  newest().close?.(1005);
  expect(states.at(-1)).toBe('paused');
  setVisible(true);
  expect(sockets).toHaveLength(2);
  expect(newest().address).toBe('/ws/audit?after=9');
  draw();
  expect(delivered).toEqual([[9]]);
});

test('opened on a hidden page it waits until the page is visible', () => {
  const { sockets, states, setVisible } = followed(7, { visible: false });
  expect(sockets).toEqual([]);
  expect(states).toEqual(['paused']);
  setVisible(true);
  expect(sockets).toHaveLength(1);
});

test('hidden while it waits to connect again, it does not connect', () => {
  const { newest, retries, setVisible } = followed();
  newest().close?.(1006);
  setVisible(false);
  expect(retries()).toEqual([]);
});

test('delivers nothing after it was closed, whatever still arrives', () => {
  const { newest, delivered, states, stop, draw, sockets, setVisible } = followed();
  newest().open?.();
  newest().message?.(line(9));
  stop();
  draw();
  newest().message?.(line(10));
  newest().close?.(1006);
  setVisible(true);
  expect(delivered).toEqual([]);
  expect(states).toEqual(['connecting', 'live']);
  expect(sockets).toHaveLength(1);
  expect(newest().closed).toBe(true);
});
