import { describe, expect, it } from 'vitest';
import type { Page, PageWish, SortKey } from '#contracts/page.ts';
import { answerPage } from './paging.ts';

/** Requests a page of a list whose next page begins after `next`; also returns the request to the list. */
async function ask(query: { limit?: string; cursor?: string }, next: SortKey | null = null) {
  let asked: PageWish | undefined;
  const reply = await answerPage(query, ['date', 'integer', 'text'], async (wish): Promise<Page<string>> => {
    asked = wish;
    return { rows: ['row'], next };
  });
  return { asked, reply };
}

const cursorOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');

describe('a list', () => {
  it('is complete, up to ten thousand rows, without paging', async () => {
    expect(await ask({})).toEqual({
      asked: { limit: 10_000, after: undefined },
      reply: { ok: true, reply: { requestedData: ['row'] } },
    });
  });

  it('continues where its page ended', async () => {
    const key = ['2026-11-20', 12, 'Zoë'];
    const { reply } = await ask({ limit: '25' }, key);
    const cursor = reply.ok ? reply.reply.nextCursor : undefined;
    expect(cursor).toMatch(/^[\w-]+$/);
    expect((await ask({ limit: '25', cursor: cursor as string })).asked).toEqual({ limit: 25, after: key });
    expect((await ask({ cursor: cursor as string })).asked).toEqual({ limit: 10_000, after: key });
  });

  it.each([
    ['nothing', ''],
    ['no base64url', '%%%'],
    ['no JSON', Buffer.from('[1').toString('base64url')],
    ['no list', cursorOf({ 0: '2026-11-20', 1: 12, 2: 'a', length: 3 })],
    ['the key of another list', cursorOf(['Ada', 'id'])],
    ['a longer key', cursorOf(['2026-11-20', 12, 'a', 'b'])],
    ['a date that is none', cursorOf(['2026-02-30', 12, 'a'])],
    ['a year that Postgres does not know', cursorOf(['0000-01-01', 12, 'a'])],
    ['a fraction', cursorOf(['2026-11-20', 1.5, 'a'])],
    ['a number beyond all', cursorOf(['2026-11-20', 1e300, 'a'])],
    ['text that cannot be kept', cursorOf(['2026-11-20', 12, 'a\0'])],
    ['an object inside', cursorOf(['2026-11-20', 12, { toString: 'a' }])],
    ['a cursor with something behind it', `${cursorOf(['2026-11-20', 12, 'a'])}A`],
  ])('refuses a cursor that is %s, and reads nothing', async (_what, cursor) => {
    expect(await ask({ cursor })).toEqual({
      asked: undefined,
      reply: { ok: false, code: 'invalidCursor' },
    });
  });
});
