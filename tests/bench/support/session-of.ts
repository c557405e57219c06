import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD, type SeededPerson } from '#tests/support/servers/seed-company.ts';

/** Signs a person in and returns the session's cookie, `name=value`. */
export async function sessionOf(url: string, { email }: SeededPerson): Promise<string> {
  const client = createHttpClient(url);
  const reply = await client.post('/api/login', {
    username: email,
    password: PASSWORD,
    tz: 'America/Toronto',
  });
  if (reply.status !== 200) throw new Error(`sign-in for the benchmark failed: ${reply.status}`);
  const session = [...client.cookies].find(([name]) => name.endsWith('tb_session'));
  if (!session) throw new Error('the sign-in set no session cookie');
  return session.join('=');
}
