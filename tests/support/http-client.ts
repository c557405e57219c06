/** A browser without a screen: keeps its cookies and sends forms, over a real connection. */
export type HttpClient = {
  readonly cookies: ReadonlyMap<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<HttpReply>;
  post(path: string, form?: Form, headers?: Record<string, string>): Promise<HttpReply>;
  patch(path: string, form?: Form, headers?: Record<string, string>): Promise<HttpReply>;
  delete(path: string, form?: Form, headers?: Record<string, string>): Promise<HttpReply>;
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

export function createHttpClient(url: string): HttpClient {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send(method: string, path: string, form?: Form, headers?: Record<string, string>) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(cookies.size > 0 ? { cookie: cookieHeader() } : {}), ...headers },
      ...(form ? { body: new URLSearchParams(Object.entries(form).map(([k, v]) => [k, String(v)])) } : {}),
    });
    for (const line of response.headers.getSetCookie()) keep(line);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  function keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0(;|$)/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }

  return {
    cookies,
    cookieHeader,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, form, headers) => send('POST', path, form, headers),
    patch: (path, form, headers) => send('PATCH', path, form, headers),
    delete: (path, form, headers) => send('DELETE', path, form, headers),
  };
}
