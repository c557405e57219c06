import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, refused, type Staff, startStaff } from './staff-world.ts';

let staff: Staff;
beforeAll(async () => {
  staff = await startStaff();
});
afterAll(() => staff.close());

describe('an email', () => {
  it('goes to exactly one of 64 employees added at once in two companies', {
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
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect([status, body.error]).toEqual([409, 'emailTaken']);
    }
    expect(await staff.signIn(username)).toMatchObject({ status: 200 });
    const { rows } = await staff.api.pool.query(
      `SELECT type FROM events WHERE type = 'EmployeeAdded' AND data->'employee'->>'email' = $1`,
      [username],
    );
    expect(rows).toHaveLength(1);
  });

  it('moves with an edit, and the former email is free again', async () => {
    const [before, after] = [newEmail(), newEmail()];
    const [{ id }] = (await staff.add({ username: before })).body.requestedData;
    const edit = (username: string) => staff.edit(id, { ...staff.required(), username });
    expect(await edit(staff.company.associate.email)).toMatchObject(refused('emailTaken', 409));
    expect(await edit(after)).toMatchObject({ status: 200, body: { requestedData: [{ email: after }] } });
    expect(await staff.signIn(before)).toMatchObject({ status: 401 });
    expect(await staff.signIn(after)).toMatchObject({ status: 200 });
    expect(await staff.add({ username: before })).toMatchObject({ status: 200 });
    expect(await edit(before)).toMatchObject(refused('emailTaken', 409));
  });

  it('is not changed while another process stands still in a change of that person, and says so', async () => {
    const [{ id }] = (await staff.add()).body.requestedData;
    const edit = (username: string) => staff.edit(id, { ...staff.required(), username });
    const client = await staff.api.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `account ${staff.company.companyId} ${id}`,
    ]);
    const [waited, other] = await Promise.all([edit(newEmail()), staff.add()]);
    await client.query('ROLLBACK');
    client.release();
    expect(waited).toMatchObject(refused('unavailable', 503));
    expect(Number(waited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([other.status, (await edit(newEmail())).status]).toEqual([200, 200]);
  });

  it('is the last one of two concurrent edits of one person, and no other email stays taken', async () => {
    const [{ id }] = (await staff.add()).body.requestedData;
    const wanted = Array.from({ length: 16 }, () => newEmail());
    const edits = await Promise.all(
      wanted.map((username) => staff.edit(id, { ...staff.required(), username })),
    );
    expect(new Set(edits.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await staff.api.pool.query('SELECT email, settled FROM emails WHERE employee_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ email: (await staff.details(id)).email, settled: true }]);
  });
});
