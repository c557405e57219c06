import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followed, linkTo } from '#tests/auth/email-world.ts';
import { newEmail, refused, type Staff, startStaff } from './staff-world.ts';

let staff: Staff;
beforeAll(async () => {
  staff = await startStaff();
});
afterAll(() => staff.close());

describe('an email', () => {
  it('goes to one employee of each company when 64 are added at once in two', {
    tags: ['spec-5.11', 'decision-3.5'],
  }, async () => {
    const other = await staff.api.company();
    const elsewhere = await staff.api.signedIn(other.manager);
    const username = newEmail();
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        at % 2 === 0
          ? staff.add({ username: username.toUpperCase() })
          : elsewhere.post('/employees/addemployee', {
              ...staff.form({ username }),
              campaignId: other.campaignId,
            }),
      ),
    );
    expect(replies.flatMap(({ status }, at) => (status === 200 ? [at % 2] : [])).sort()).toEqual([0, 1]);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect([status, body.error]).toEqual([409, 'emailTaken']);
    }
    expect(await staff.signIn(username)).toMatchObject({ status: 200 });
    const { rows } = await staff.api.pool.query(
      `SELECT type FROM events WHERE type = 'EmployeeAdded' AND data->'employee'->>'email' = $1`,
      [username],
    );
    expect(rows).toHaveLength(2);
  });

  it('is not changed while another process stands still in a change of that person, and says so', async () => {
    const [{ id }] = (await staff.add()).body.requestedData;
    const prove = async () => {
      const username = newEmail();
      await staff.edit(id, { ...staff.required(), username });
      return followed(staff.api, 'prove', await linkTo(staff.api.pool, username, 'prove'));
    };
    const client = await staff.api.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `account ${staff.company.companyId} ${id}`,
    ]);
    const [waited, other] = await Promise.all([prove(), staff.add()]);
    await client.query('ROLLBACK');
    client.release();
    expect(waited).toMatchObject(refused('unavailable', 503));
    expect(Number(waited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([other.status, (await prove()).status]).toEqual([200, 200]);
  });

  it('waits for one proof after 16 concurrent edits of one person, and no other email is taken', async () => {
    const username = newEmail();
    const [{ id }] = (await staff.add({ username })).body.requestedData;
    const edits = await Promise.all(
      Array.from({ length: 16 }, () => staff.edit(id, { ...staff.required(), username: newEmail() })),
    );
    expect(new Set(edits.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await staff.api.pool.query(
      `SELECT email FROM email_links WHERE employee_id = $1 AND purpose = 'prove'`,
      [id],
    );
    expect(rows).toEqual([{ email: (await staff.details(id)).pending_email }]);
    const owned = await staff.api.pool.query('SELECT email, settled FROM emails WHERE employee_id = $1', [
      id,
    ]);
    expect(owned.rows).toEqual([{ email: username, settled: true }]);
  });
});
