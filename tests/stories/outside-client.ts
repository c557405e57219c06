import { expect } from 'vitest';
import type { HttpReply } from '#tests/support/servers/http-client.ts';
import type { SpecifiedCall } from './section-7.ts';

export type Format = 'form' | 'json';

export type Sent = {
  /** Fills the braces in the path. */
  readonly id?: string;
  readonly date?: string;
  /** Another spelling of the path. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string | number>>;
};

/** A client of the specification has no types; every expectation says what the body must be. */
export type Body = HttpReply['body'];

/** An independent program written from section 7 alone: it keeps its cookies, and sends forms or JSON. */
export type OutsideClient = {
  /** Sends the call and returns any answer. */
  call(call: SpecifiedCall, sent?: Sent): Promise<{ status: number; body: Body }>;
  /** The body of a 200 that is not stale. */
  done(call: SpecifiedCall, sent?: Sent): Promise<Body>;
  /** `requestedData` of a 200. */
  list(call: SpecifiedCall, sent?: Sent): Promise<Body[]>;
  /** Status and message of a refusal. */
  refused(call: SpecifiedCall, sent?: Sent): Promise<readonly [status: number, message: string]>;
  /** Sends a call of the development server, outside section 7, as JSON; returns the status of the answer. */
  development(path: string, body: Body): Promise<number>;
};

/**
 * Every second request goes to the next of `urls`, so that a write through one process is read through
 * another. `callsMade` collects the calls that were made.
 */
export function outsideClient(
  urls: readonly string[],
  format: Format,
  callsMade: Set<SpecifiedCall>,
): OutsideClient {
  const cookies = new Map<string, string>();
  let turn = 0;

  const nextUrl = () => urls[turn++ % urls.length];
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send(call: SpecifiedCall, { id = '', date = '', query, body, ...sent }: Sent = {}) {
    callsMade.add(call);
    const [method = '', template = ''] = call.split(' ');
    const path = (sent.path ?? template).replace('{id}', encodeURIComponent(id)).replace('{date}', date);
    const question = query ? `?${new URLSearchParams(query)}` : '';
    const response = await fetch(`${nextUrl()}/api${path}${question}`, {
      method,
      headers: {
        cookie: cookie(),
        ...(body && format === 'json' && { 'content-type': 'application/json' }),
      },
      ...(body && { body: format === 'json' ? JSON.stringify(body) : asForm(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0(;|$)/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const stale = response.headers.get('x-tallyboard-stale');
    return { stale, status: response.status, body: (await response.json()) as Body };
  }

  async function done(call: SpecifiedCall, sent?: Sent): Promise<Body> {
    const { stale, status, body } = await send(call, sent);
    expect({ call, status, message: status === 200 ? '' : body.message, stale }).toEqual({
      call,
      status: 200,
      message: '',
      stale: null,
    });
    return body;
  }

  return {
    call: send,
    done,
    list: async (call, sent) => {
      const { requestedData } = await done(call, sent);
      expect(Array.isArray(requestedData)).toBe(true);
      return requestedData;
    },
    refused: async (call, sent) => {
      const { status, body } = await send(call, sent);
      expect(body).toEqual({ message: expect.any(String), error: expect.any(String) });
      return [status, body.message];
    },
    development: async (path, body) => {
      const headers = { cookie: cookie(), 'content-type': 'application/json' };
      const response = await fetch(`${nextUrl()}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return response.status;
    },
  };
}

function asForm(body: Readonly<Record<string, string | number>>): URLSearchParams {
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
}
