/** An HTTP client like a browser: it stores cookies and sends forms, over a real connection. */
export type HttpClient = {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<HttpReply>;
  post(path: string, body?: Form, headers?: Record<string, string>): Promise<HttpReply>;
  patch(path: string, body?: Form, headers?: Record<string, string>): Promise<HttpReply>;
  delete(path: string, body?: Form, headers?: Record<string, string>): Promise<HttpReply>;
  send(method: string, path: string, body?: Form, headers?: Record<string, string>): Promise<HttpReply>;
  /** Value of a Cookie header, for sockets. */
  cookieHeader(): string;
};

export type HttpReply = {
  readonly status: number;
  readonly headers: Headers;
  // Tests look into it as a program would, which has no types either.
  // biome-ignore lint/suspicious/noExplicitAny: every expectation on it says what it must be
  readonly body: any;
};

type Form = Readonly<Record<string, string | number>>;

/** Headers that make a body JSON instead of a form. */
export const AS_JSON = { 'content-type': 'application/json' } as const;

/** `keeps` selects the cookies that the client stores; a program may want only its session. */
export function createHttpClient(url: string, keeps = (_cookie: string) => true): HttpClient {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send(method: string, path: string, body?: Form, headers: Record<string, string> = {}) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(cookies.size > 0 ? { cookie: cookieHeader() } : {}), ...headers },
      ...(body ? { body: headers['content-type'] ? JSON.stringify(body) : formOf(body) } : {}),
    });
    for (const line of response.headers.getSetCookie()) keep(line);
    const text = await response.text();
    const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  function keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0(;|$)/i.test(line)) cookies.delete(name);
    else if (keeps(name)) cookies.set(name, value);
  }

  return {
    cookies,
    cookieHeader,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  };
}

function formOf(body: Form): URLSearchParams {
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
}
