import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isLoggedIn } from '#contracts/endpoints/auth.endpoints.ts';
import { addSale, deleteSale, getCommission } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { CALL_LIMIT_MS, createApiClient } from './api-client.ts';
import { later } from './later.ts';

type Sent = { url: string; init: RequestInit };

function clientOf(...answers: (Response | 'no answer')[]) {
  const sent: Sent[] = [];
  const waited: number[] = [];
  let keys = 0;
  const client = createApiClient({
    async fetch(url, init) {
      sent.push({ url, init });
      const answer = answers[sent.length - 1];
      if (!answer || answer === 'no answer') throw new TypeError('Failed to fetch');
      return answer;
    },
    newKey: () => `new key ${++keys}`,
    wait: async (milliseconds) => void waited.push(milliseconds),
    later,
  });
  return { client, sent, waited };
}

const json = (body: unknown, init?: ResponseInit) => Response.json(body, init);
const headersOf = (sent: Sent | undefined) => sent?.init.headers as Record<string, string>;

describe('the request', () => {
  test('has the path and query of its endpoint, and no key if it only reads', async () => {
    const { client, sent } = clientOf(json({ commission: 12.5 }));
    await client.call(getCommission, { params: { id: 'a/b' }, query: { date: '2026-03-02' } });
    expect(sent[0]?.url).toBe('/api/sales/get-commission/a%2Fb?date=2026-03-02');
    expect(sent[0]?.init.method).toBe('GET');
    expect(headersOf(sent[0])).not.toHaveProperty('Idempotency-Key');
  });

  test('names the position of the log that its answer must include', async () => {
    const { client, sent } = clientOf(json({ commission: 12.5 }), json({ commission: 12.5 }));
    await client.call(getCommission, { params: { id: 'a' }, since: 4711 });
    await client.call(getCommission, { params: { id: 'a' } });
    expect(headersOf(sent[0])['X-Tallyboard-Position']).toBe('4711');
    expect(headersOf(sent[1])).not.toHaveProperty('X-Tallyboard-Position');
  });

  test('sends a body form-encoded, without undefined fields, under a key', async () => {
    const { client, sent } = clientOf(json({ message: '', requestedData: [] }));
    await client.call(addSale, {
      body: { name: 'A & B', campaignId: 'c', price: '1.50', details: undefined },
    });
    expect(sent[0]?.init.body).toBe('name=A+%26+B&campaignId=c&price=1.50');
    expect(headersOf(sent[0])['Content-Type']).toContain('application/x-www-form-urlencoded');
    expect(headersOf(sent[0])['Idempotency-Key']).toBe('new key 1');
  });
});

describe('the answer', () => {
  test('is the reply, and says whether it is stale', async () => {
    const { client } = clientOf(json({ isLoggedIn: true }, { headers: { 'X-Tallyboard-Stale': 'true' } }));
    expect(await client.call(isLoggedIn, {})).toEqual({ ok: true, reply: { isLoggedIn: true }, stale: true });
  });

  test('is waited for although it takes 14 s', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const body = new ReadableStream({
      start(stream) {
        setTimeout(() => {
          stream.enqueue(new TextEncoder().encode('{"isLoggedIn":true}'));
          stream.close();
        }, 14_000);
      },
    });
    const answer = clientOf(new Response(body)).client.call(isLoggedIn, {});
    await vi.advanceTimersByTimeAsync(14_000);
    expect(await answer).toMatchObject({ ok: true, reply: { isLoggedIn: true } });
  });

  test('is the refusal of the server with its message', async () => {
    const { client } = clientOf(
      json({ message: 'as the server says', error: 'incompleteFields' }, { status: 400 }),
    );
    expect(await client.call(addSale, { body: { name: '', campaignId: '' } })).toEqual({
      ok: false,
      status: 400,
      error: 'incompleteFields',
      message: 'as the server says',
    });
  });

  test.each([
    ['120', 'Too many attempts. Please wait 2 minutes and try again'],
    [undefined, messages.tooManyRequests],
  ])('after too many attempts says how long to wait, if the server does: %s', async (later, message) => {
    const headers = new Headers();
    if (later !== undefined) headers.set('Retry-After', later);
    const { client } = clientOf(
      json({ message: messages.tooManyRequests, error: 'tooManyRequests' }, { status: 429, headers }),
    );
    expect(await client.call(isLoggedIn, {})).toMatchObject({ ok: false, error: 'tooManyRequests', message });
  });

  test('that is no JSON, from a proxy, counts as an outage', async () => {
    const { client } = clientOf(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await client.call(isLoggedIn, {})).toMatchObject({ ok: false, status: 502, error: 'unavailable' });
  });
});

describe('an outage', () => {
  test('is retried under the same key, and a late success is a success', async () => {
    const away = json({ message: '', error: 'unavailable' }, { status: 503 });
    const { client, sent, waited } = clientOf('no answer', away, json({ message: 'in', requestedData: [] }));
    const answer = await client.call(addSale, {
      body: { name: 'n', campaignId: 'c' },
      idempotencyKey: 'mine',
    });
    expect(answer.ok).toBe(true);
    expect(sent.map((one) => headersOf(one)['Idempotency-Key'])).toEqual(['mine', 'mine', 'mine']);
    expect(waited).toHaveLength(2);
  });

  test.each([
    ['3', 'came a little too early is repeated at the time that the server names', [3000]],
    ['4', 'has to wait for longer is answered at once', []],
    ['x', 'is refused without a time is answered at once', []],
  ])('%s: a write that %s', async (later, _, pauses) => {
    const early = json(
      { message: messages.tooManyRequests, error: 'tooManyRequests' },
      { status: 429, headers: { 'Retry-After': later } },
    );
    const { client, sent, waited } = clientOf(early, json({ message: 'in', requestedData: [] }));
    const answer = await client.call(addSale, { body: { name: 'n', campaignId: 'c' } });
    expect(answer.ok).toBe(pauses.length > 0);
    expect(waited).toEqual(pauses);
    expect(new Set(sent.map((one) => headersOf(one)['Idempotency-Key'])).size).toBe(1);
  });

  test('that does not end is a refusal, not an exception', async () => {
    const { client } = clientOf('no answer', 'no answer', 'no answer');
    expect(await client.call(isLoggedIn, {})).toEqual({
      ok: false,
      status: 0,
      error: 'unavailable',
      message: messages.unavailable,
    });
  });

  test('keeps the key of a deletion until it is answered, so that it cannot find the row gone', async () => {
    const gone = { ok: false, error: 'noSuchSale', message: messages.noSuchSale };
    const done = json({ message: messages.saleDeleted });
    const { client, sent } = clientOf(
      ...(['no answer', 'no answer', 'no answer'] as const),
      done,
      json(gone, { status: 404 }),
    );
    const input = { params: { id: 's1' }, body: { entryDate: '2026-03-02' } };
    await client.call(deleteSale, input);
    expect(await client.call(deleteSale, input)).toMatchObject({ ok: true });
    await client.call(deleteSale, input);
    expect(sent.map((one) => headersOf(one)['Idempotency-Key'])).toEqual(
      [1, 1, 1, 1, 2].map((n) => `new key ${n}`),
    );
  });

  test('is retried, a refusal is not', async () => {
    const { client, sent } = clientOf(json({ message: '', error: 'failedLogin' }, { status: 401 }));
    await client.call(isLoggedIn, {});
    expect(sent).toHaveLength(1);
  });
});

describe('a call that hangs', () => {
  /** A network that takes the request, sends this much of the answer, and then nothing until it is cut. */
  function hangingClient(sends: 'nothing' | 'the head of the answer') {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const keys: (string | undefined)[] = [];
    const client = createApiClient({
      fetch(_url, init) {
        keys.push((init.headers as Record<string, string>)['Idempotency-Key']);
        const cut = new Promise<never>((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
        if (sends === 'nothing') return cut;
        const body = new ReadableStream({ start: (stream) => void cut.catch((why) => stream.error(why)) });
        return Promise.resolve(new Response(body));
      },
      newKey: () => 'a new key',
      wait: async () => undefined,
      later,
    });
    return { client, keys };
  }

  const outage = { ok: false, status: 0, error: 'unavailable', message: messages.unavailable };

  test.each(['nothing', 'the head of the answer'] as const)(
    'with %s ends in words after 15 s, whether it reads or writes',
    async (sends) => {
      const { client, keys } = hangingClient(sends);
      const answers: unknown[] = [];
      void client.call(getCommission, { params: { id: 'a' } }).then((answer) => answers.push(answer));
      const body = { name: 'n', campaignId: 'c' };
      void client.call(addSale, { body, idempotencyKey: 'mine' }).then((answer) => answers.push(answer));
      await vi.advanceTimersByTimeAsync(CALL_LIMIT_MS - 1);
      expect([CALL_LIMIT_MS, answers]).toEqual([15_000, []]);
      await vi.advanceTimersByTimeAsync(1);
      expect(answers).toEqual([outage, outage]);
      expect(keys).toEqual([undefined, 'mine']);
    },
  );

  test('leaves no timer behind once it is answered', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    await clientOf(json({ isLoggedIn: true })).client.call(isLoggedIn, {});
    expect(vi.getTimerCount()).toBe(0);
  });
});
