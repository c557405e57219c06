import { describe, expect, it } from 'vitest';
import { serialized } from './reader.ts';

const inOrder = (reply: unknown) => {
  const { requestedData, nextCursor } = reply as { requestedData: unknown[]; nextCursor?: string };
  return JSON.stringify({ requestedData, nextCursor });
};
const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ at, text: `"],}{[ ${at}` }));

describe('a list sent in portions', () => {
  it.each([0, 1, 499, 500, 501, 1000, 1001, 2500])(
    'of %i rows has the same bytes as sent whole',
    async (count) => {
      for (const reply of [
        { requestedData: rows(count) },
        { nextCursor: 'next ]', requestedData: rows(count) },
      ])
        expect(String(await serialized(reply, inOrder))).toBe(inOrder(reply));
    },
  );

  it('lets other work run in between', async () => {
    let turns = 0;
    const count = () => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await serialized({ requestedData: rows(5_000) }, inOrder);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(5);
  });

  it('is written whole when it is not the first field', async () => {
    const reply = { message: 'done', requestedData: rows(600) };
    expect(String(await serialized(reply, JSON.stringify))).toBe(JSON.stringify(reply));
  });
});
