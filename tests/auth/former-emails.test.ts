import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { formOf, registrant } from '#tests/registration/registration-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { followed, linkTo } from './email-world.ts';
import { resetting } from './reset-world.ts';

const FIRST = 'k3Jd82hQpz';

const api = apiWorld();
let company: Company;
let manager: HttpClient;
let entered: string;
let next: string;
beforeEach(async () => {
  company = await api.company();
  manager = await api.signedIn(company.manager);
  [entered, next] = [`${newId()}@example.test`, `${newId()}@example.test`];
  await api.pool.query('DELETE FROM rate_limits');
});

const caughtUp = async () => api.progress.waitFor(await api.store.head(), MAX_WAIT_MS);

/** A company adds a person with that address, which proves nothing; the id. */
async function add(by = manager, { campaignId } = company): Promise<string> {
  const names = { firstName: 'Ada', lastName: 'Hill', employeeRole: 'sales associate' };
  const reply = await by.post('/employees/addemployee', {
    ...{ ...names, username: entered, password: FIRST, campaignId },
  });
  expect(reply.status).toBe(200);
  await caughtUp();
  return reply.body.requestedData[0].id;
}

/** A manager enters another address, and its mailbox proves it. */
async function move(id: string, to = next) {
  const form = { employeeRole: 'sales associate', campaignId: company.campaignId, username: to };
  expect((await manager.patch(`/employees/editemployee/${id}`, form)).status).toBe(200);
  expect((await followed(api, 'prove', await linkTo(api.pool, to, 'prove'))).status).toBe(200);
}

const whole = () => resetting(api.client(), api.pool).whole(entered);

describe('a former email that was never proven', () => {
  it('is registered by its owner on the same day', { tags: ['decision-3.6'] }, async () => {
    await move(await add());
    const me = registrant(api.client(), api.pool);
    expect((await me.register(formOf({ email: entered }))).body.status).toBe('registered');
    expect((await me.prove(entered)).body.next).toBe('card');
  });

  it('is proven by a reset of an employee of another company on the same day', async () => {
    const other = await api.company();
    await move(await add());
    await add(await api.signedIn(other.manager), other);
    expect((await whole()).status).toBe(200);
  });

  it('is mailed no link to undo the change, and nothing of the new address', async () => {
    await move(await add());
    await expect(linkTo(api.pool, entered, 'undo')).rejects.toThrow('no link to undo was mailed');
    const { rows } = await api.pool.query<{ text: string; subject: string }>(
      `SELECT content->>'text' AS text, content->>'subject' AS subject FROM mail_outbox
        WHERE content->'to'->>'address' = $1 AND content->>'subject' LIKE '%was changed'`,
      [entered],
    );
    expect(rows).toMatchObject([{ subject: 'Your Tallyboard email was changed' }]);
    expect(rows[0]?.text).not.toContain(next);
  });

  it('is not kept when another person has proven it since', async () => {
    const id = await add();
    const other = await api.company();
    await add(await api.signedIn(other.manager), other);
    const token = await linkTo(api.pool, entered, 'invite');
    const accepted = { token, tz: 'UTC', newPassword: 'Quiet.otter7' };
    expect((await api.client().post('/employees/invitation', accepted)).status).toBe(200);
    await move(id);
    expect((await whole()).status).toBe(200);
  });
});

it('a former email that was proven is kept, and its mailbox undoes the change', async () => {
  const id = await add();
  expect((await whole()).status).toBe(200);
  await move(id);
  const me = registrant(api.client(), api.pool);
  await me.register(formOf({ email: entered }));
  expect((await me.prove(entered)).status).not.toBe(200);
  expect((await followed(api, 'undo', await linkTo(api.pool, entered, 'undo'))).status).toBe(200);
});
