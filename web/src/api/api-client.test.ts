import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isLoggedIn } from '#contracts/endpoints/auth.endpoints.ts';
import { addSale, getCommission } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { createApiClient } from './api-client.ts';

type Sent = { url: string; init: RequestInit };

function clientOf(...answers: (Response | 'no answer')[]) {
  const sent: Sent[] = [];
  const waited: number[] = [];
  const client = createApiClient({
    async fetch(url, init) {
      sent.push({ url, init });
      const answer = answers[sent.length - 1];
      if (!answer || answer === 'no answer') throw new TypeError('Failed to fetch');
      return answer;
    },
    newKey: () => 'a new key',
    wait: async (milliseconds) => void waited.push(milliseconds),
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
    expect(headersOf(sent[0])['Idempotency-Key']).toBe('a new key');
  });
});

describe('the answer', () => {
  test('is the reply, and says whether it is stale', async () => {
    const { client } = clientOf(json({ isLoggedIn: true }, { headers: { 'X-Tallyboard-Stale': 'true' } }));
    expect(await client.call(isLoggedIn, {})).toEqual({ ok: true, reply: { isLoggedIn: true }, stale: true });
  });

  test('is waited for although it takes 14 s', { tags: ['spec-7.63'] }, async () => {
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

  test('that does not end is a refusal, not an exception', async () => {
    const { client } = clientOf('no answer', 'no answer', 'no answer');
    expect(await client.call(isLoggedIn, {})).toEqual({
      ok: false,
      status: 0,
      error: 'unavailable',
      message: messages.unavailable,
    });
  });

  test('is retried, a refusal is not', async () => {
    const { client, sent } = clientOf(json({ message: '', error: 'failedLogin' }, { status: 401 }));
    await client.call(isLoggedIn, {});
    expect(sent).toHaveLength(1);
  });
});
