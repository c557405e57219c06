import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { parse } from 'yaml';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import {
  type SeededCompany,
  startTestProgram,
  type TestProgram,
} from '#tests/support/servers/test-program.ts';

type Line = Readonly<Record<string, unknown>>;

let text = '';
const log = pino(
  { level: 'info' },
  new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  }),
);

let program: TestProgram;
let company: SeededCompany;
beforeAll(async () => {
  program = await startTestProgram({ log });
  company = await program.seedCompany();
});
afterAll(() => program.stop());
beforeEach(() => {
  text = '';
});

const lines = (): Line[] =>
  text
    .split('\n')
    .filter((line) => line.includes('"event":'))
    .map((line) => JSON.parse(line));
const events = () => lines().map(({ event }) => event);

async function counted(event: string): Promise<number> {
  const { body } = await program.client().get('/metrics');
  return Number(
    new RegExp(`^tallyboard_security_events_total\\{event="${event}"\\} (\\d+)$`, 'm').exec(body)?.[1],
  );
}

describe('the security log', () => {
  it('has sign-ins and their failures, with ids and no secret', {
    tags: ['asvs-16.2.1', 'asvs-16.3.1'],
  }, async () => {
    const [associate] = company.associates;
    const { email = '', employeeId } = associate ?? {};
    const before = await counted('authn_login_fail');
    const wrong = { username: email, password: 'Wrong-pass1', tz: 'UTC' };
    expect((await program.client().post('/api/login', wrong)).status).toBe(401);
    const browser = await program.signIn(email);
    await browser.delete('/api/logout');
    await expect.poll(events).toEqual(['authn_login_fail', 'authn_login_success', 'session_expired']);
    expect(lines()[0]).toMatchObject({
      ...{ outcome: 'refused', code: 'failedLogin', call: 'POST /login', network: '127.0.0.1' },
      ...{ correlationId: expect.any(String), time: expect.any(Number) },
    });
    for (const line of lines().slice(1))
      expect(line).toMatchObject({ outcome: 'done', companyId: company.companyId, employeeId });
    expect(lines()[2]).toMatchObject({ device: expect.stringMatching(/^[0-9a-f]{16}$/) });
    for (const secret of [email, PASSWORD, 'Wrong-pass1', 'tb_']) expect(text).not.toContain(secret);
    expect(await counted('authn_login_fail')).toBe(before + 1);
  });

  it('has calls without the right to them', { tags: ['asvs-16.3.2'] }, async () => {
    const [associate] = company.associates;
    const browser = await program.signIn(associate?.email ?? '');
    expect((await browser.get('/api/employees/getemployees/all')).status).toBe(403);
    await expect.poll(events).toEqual(['authn_login_success', 'authz_fail']);
    expect(lines()[1]).toMatchObject({
      ...{ code: expect.any(String), call: 'GET /employees/getemployees/all', companyId: company.companyId },
      employeeId: associate?.employeeId,
    });
  });

  it('has no call before a required second factor is set up', async () => {
    const other = await program.seedCompany();
    await program.core.database.owner.query(
      'INSERT INTO account_rules (company_id, own_passwords, managers_factor) VALUES ($1, false, true)',
      [other.companyId],
    );
    const browser = await program.signIn(other.managers[0]?.email ?? '');
    const refused = await browser.get('/api/employees/getemployees/all');
    expect(refused).toMatchObject({ status: 403, body: { error: 'factorNeeded' } });
    expect((await browser.get('/api/no-such-call')).status).toBe(404);
    expect(events()).toEqual(['authn_login_success']);
  });

  it('has attempts to pass by the checks, without what was sent', { tags: ['asvs-16.3.3'] }, async () => {
    const send = async (method: string, path: string, body: string) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${program.url}/api${path}`, { method, headers, body })).status;
    };
    expect(await send('POST', '/login', '{unlucky')).toBe(400);
    const guess = { username: 'x@y.test', otpId: 'none', newPassword: 'Quiet.otter7' };
    expect(await send('PUT', '/employees/resetpassword', JSON.stringify(guess))).toBe(400);
    await expect.poll(events).toEqual(['input_validation_fail', 'authn_password_change_fail']);
    for (const sent of ['unlucky', 'x@y.test', 'Quiet']) expect(text).not.toContain(sent);
  });
});

it('has websockets that are not let in or are closed, with the person if there is one', {
  tags: ['asvs-16.3.2'],
}, async () => {
  const [associate] = company.associates;
  const browser = await program.signIn(associate?.email ?? '');
  const manager = await program.signIn(company.managers[0]?.email ?? '');
  const connect = (path: string, { cookie = '', origin = program.url }) =>
    new WebSocket(program.url.replace('http', 'ws') + path, { headers: { cookie, origin } });
  const refused = (path: string, headers: { cookie?: string; origin?: string }) =>
    new Promise((done) => {
      connect(path, headers)
        .on('error', () => {})
        .on('close', done);
    });
  await refused('/socket.io/?EIO=4&transport=websocket', { origin: 'https://evil.test' });
  await refused('/ws/audit', { cookie: browser.cookieHeader() });
  await refused('/ws/audit', {});
  const feed = connect('/ws/audit', { cookie: manager.cookieHeader() });
  await once(feed, 'open');
  for (let sent = 0; sent < 300; sent++) feed.send('?');
  await once(feed, 'close');

  const ofSockets = () => lines().filter(({ call }) => !String(call).includes('/log'));
  await expect.poll(() => ofSockets().length).toBe(3);
  const line = { outcome: 'refused', network: '127.0.0.1' };
  expect(ofSockets()).toMatchObject([
    { ...line, event: 'authz_fail', code: 'foreignOrigin', call: 'GET /socket.io/' },
    {
      ...{ ...line, event: 'authz_fail', code: 'restricted', call: 'GET /ws/audit' },
      ...{ companyId: company.companyId, employeeId: associate?.employeeId },
    },
    {
      ...{ ...line, event: 'excess_rate_limit_exceeded', code: 'tooManyMessages', call: 'GET /ws/audit' },
      employeeId: company.managers[0]?.employeeId,
    },
  ]);
  expect(text).not.toContain('evil');
});

it('the alert rules name metrics and events that there are', async () => {
  const { body } = await program.client().get('/metrics');
  const file = readFileSync('infra/prometheus/alerts.yml', 'utf8');
  const { groups } = parse(file) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(5);
  for (const { expr } of rules) {
    const [, name = '', label = ''] = /(tallyboard_\w+)(\{event="\w+"\})?/.exec(expr) ?? [];
    expect(body).toContain(`# TYPE ${name} `);
    if (label) expect(body).toContain(`\n${name}${label} `);
  }
});
