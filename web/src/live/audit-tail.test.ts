import { expect, test } from 'vitest';
import { type AuditLine, createAuditTail, type TailState } from './audit-tail.ts';

type Handlers = { open?: () => void; message?: (text: string) => void; close?: (code: number) => void };

const line = (position: number) => `${JSON.stringify({ position, type: 'SaleRecorded' })}\n`;

function followed(after = 7, { seen = true } = {}) {
  const sockets: (Handlers & { address: string; closed: boolean })[] = [];
  let isSeen = seen;
  let looked = () => {};
  let frames: (() => void)[] = [];
  let retries: { work: () => void; after: number }[] = [];
  const states: TailState[] = [];
  const told: number[][] = [];
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
    beforeNextPicture: (work) => frames.push(work),
    later(work, after) {
      const retry = { work, after };
      retries.push(retry);
      return () => {
        retries = retries.filter((each) => each !== retry);
      };
    },
    page: {
      isSeen: () => isSeen,
      onChange(handler) {
        looked = handler;
        return () => {
          looked = () => {};
        };
      },
    },
  });
  const stop = tail.open(after, {
    lines: (lines: readonly AuditLine[]) => told.push(lines.map(({ position }) => position)),
    state: (state) => states.push(state),
  });
  return {
    sockets,
    states,
    told,
    stop,
    newest: () => sockets.at(-1) as Handlers & { address: string; closed: boolean },
    retries: () => retries,
    see(now: boolean) {
      isSeen = now;
      looked();
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

test('begins behind the position it is given and tells together what came before a picture', () => {
  const { newest, states, told, draw } = followed(7);
  expect(newest().address).toBe('/ws/audit?after=7');
  newest().open?.();
  newest().message?.(line(9));
  newest().message?.(line(12));
  expect(told).toEqual([]);
  draw();
  expect(told).toEqual([[9, 12]]);
  expect(states).toEqual(['connecting', 'live']);
});

test('goes on behind the last line when the connection was lost, and tells nothing twice', () => {
  const { newest, states, told, draw, retry } = followed(7);
  newest().open?.();
  newest().message?.(line(9));
  newest().close?.(1006);
  retry();
  expect(newest().address).toBe('/ws/audit?after=9');
  newest().open?.();
  newest().message?.(line(9));
  newest().message?.(line(10));
  draw();
  expect(told).toEqual([[9, 10]]);
  expect(states).toEqual(['connecting', 'live', 'reconnecting', 'live']);
});

test('waits longer from failure to failure, up to fifteen seconds, and not any more once it was connected', () => {
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

test.each([4401, 4403])('does not knock again when it was sent away (%s)', (code) => {
  const { newest, states, retries, see, sockets } = followed();
  newest().open?.();
  newest().close?.(code);
  expect(retries()).toEqual([]);
  see(true);
  expect(sockets).toHaveLength(1);
  expect(states.at(-1)).toBe('refused');
});

test('has no connection while the page is hidden, and catches up when it is seen again', () => {
  const { newest, states, told, sockets, see, draw } = followed();
  newest().open?.();
  newest().message?.(line(9));
  see(false);
  expect(newest().closed).toBe(true);
  newest().close?.(1005);
  expect(states.at(-1)).toBe('paused');
  see(true);
  expect(sockets).toHaveLength(2);
  expect(newest().address).toBe('/ws/audit?after=9');
  draw();
  expect(told).toEqual([[9]]);
});

test('opened where nobody looks it waits until somebody does', () => {
  const { sockets, states, see } = followed(7, { seen: false });
  expect(sockets).toEqual([]);
  expect(states).toEqual(['paused']);
  see(true);
  expect(sockets).toHaveLength(1);
});

test('a page that is hidden while it waits to try again does not try', () => {
  const { newest, retries, see } = followed();
  newest().close?.(1006);
  see(false);
  expect(retries()).toEqual([]);
});

test('tells nothing any more after it was closed, whatever still comes', () => {
  const { newest, told, states, stop, draw, sockets, see } = followed();
  newest().open?.();
  newest().message?.(line(9));
  stop();
  draw();
  newest().message?.(line(10));
  newest().close?.(1006);
  see(true);
  expect(told).toEqual([]);
  expect(states).toEqual(['connecting', 'live']);
  expect(sockets).toHaveLength(1);
  expect(newest().closed).toBe(true);
});
