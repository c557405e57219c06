import type { FastifyInstance, InjectOptions } from 'fastify';

export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // Tests look into it as a program would, which has no types either.
  // biome-ignore lint/suspicious/noExplicitAny: every expectation on it says what it must be
  readonly body: any;
};

type Extra = { headers?: Record<string, string>; as?: 'form' | 'json' };

/** A browser without a screen: keeps cookies, sends forms. `jar: false` keeps only the session. */
export function createClient(app: () => FastifyInstance, { onlySession = false } = {}) {
  const cookies = new Map<string, string>();

  async function send(method: InjectOptions['method'], path: string, extra: InjectOptions): Promise<Reply> {
    const headers = { ...extra.headers } as Record<string, string>;
    if (cookies.size > 0)
      headers.cookie ??= [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await app().inject({ method, url: `/api${path}`, ...extra, headers });
    keep([reply.headers['set-cookie'] ?? []].flat());
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: reply.body === '' ? null : reply.json(),
    };
  }

  function keep(lines: string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (onlySession && !name.endsWith('tb_session')) continue;
      if (/Max-Age=0(;|$)/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  function write(method: InjectOptions['method']) {
    return (path: string, body?: Record<string, string | number>, { headers, as = 'form' }: Extra = {}) => {
      if (body === undefined) return send(method, path, { ...(headers && { headers }) });
      const type = as === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
      const payload =
        as === 'form'
          ? new URLSearchParams(Object.entries(body).map(([key, value]) => [key, String(value)])).toString()
          : JSON.stringify(body);
      return send(method, path, { payload, headers: { ...headers, 'content-type': type } });
    };
  }

  return {
    cookies,
    send,
    get: (path: string, headers?: Record<string, string>) =>
      send('GET', path, { ...(headers && { headers }) }),
    post: write('POST'),
    patch: write('PATCH'),
    delete: write('DELETE'),
  };
}

export type Client = ReturnType<typeof createClient>;
