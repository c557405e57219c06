import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followed, isSignedIn, linkTo } from '#tests/auth/email-world.ts';
import { accessOf, moveNotes } from '#tests/history/access-world.ts';
import { FIRST_PASSWORD, newEmail, refused, type Staff, startStaff } from './staff-world.ts';

let staff: Staff;
beforeAll(async () => {
  staff = await startStaff();
});
afterAll(() => staff.close());

let id: string;
let before: string;
let after: string;
beforeEach(async () => {
  before = newEmail();
  after = newEmail();
  [{ id }] = (await staff.add({ username: before })).body.requestedData;
  await staff.api.pool.query('DELETE FROM rate_limits');
});

const edit = (username: string, of = id) => staff.edit(of, { ...staff.required(), username });
const link = (to: string, purpose: string) => linkTo(staff.api.pool, to, purpose);
const follow = (purpose: string, token: string) => followed(staff.api, purpose, token);
/** The mailbox has proven the present email. */
const proven = () => staff.api.pool.query('UPDATE emails SET proven_at = now() WHERE email = $1', [before]);
const signIn = async (username: string) => (await staff.signIn(username)).status;

describe("a manager's change of the email of another person", () => {
  it('waits until the new mailbox proves it, and both mailboxes are told', {
    tags: ['asvs-7.5.1', 'decision-10.4'],
  }, async () => {
    const browser = staff.api.client();
    await browser.post('/login', { username: before, password: FIRST_PASSWORD });
    expect(await edit(after.toUpperCase())).toMatchObject({
      status: 200,
      body: { message: 'Data updated successfully', requestedData: [{ email: before }] },
    });
    expect(await staff.details(id)).toMatchObject({ email: before, pending_email: after });
    expect([await signIn(before), await signIn(after)]).toEqual([200, 401]);
    await link(before, 'refuse');
    const token = await link(after, 'prove');
    expect(await follow('prove', token)).toMatchObject({ status: 200 });
    expect(await staff.details(id)).toMatchObject({ email: after });
    expect(await staff.details(id)).not.toHaveProperty('pending_email');
    expect(await isSignedIn(browser)).toBe(false);
    expect([await signIn(before), await signIn(after)]).toEqual([401, 200]);
    expect(await follow('prove', token)).toMatchObject(refused('linkEnded'));
    expect(await follow('refuse', await link(before, 'refuse'))).toMatchObject(refused('linkEnded'));
    const { body } = await staff.manager.get(`/audit/history/employee/${id}`);
    expect(JSON.stringify(body)).toContain('Email changed');
  });

  it('can be undone from the old mailbox, which had proven the address, after it was proven', async () => {
    await proven();
    await edit(after);
    await follow('prove', await link(after, 'prove'));
    expect(await follow('undo', await link(before, 'undo'))).toMatchObject({ status: 200 });
    expect(await staff.details(id)).toMatchObject({ email: before });
  });

  it('can be refused from the old mailbox', async () => {
    await edit(after);
    const proof = await link(after, 'prove');
    expect(await follow('refuse', await link(before, 'refuse'))).toMatchObject({ status: 200 });
    expect(await staff.details(id)).not.toHaveProperty('pending_email');
    expect(await follow('prove', proof)).toMatchObject(refused('linkEnded'));
    expect(await signIn(before)).toBe(200);
  });

  it('is replaced by another', async () => {
    await edit(after);
    const former = await link(after, 'prove');
    const third = newEmail();
    await edit(third);
    expect(await follow('prove', former)).toMatchObject(refused('linkEnded'));
    expect(await follow('prove', await link(third, 'prove'))).toMatchObject({ status: 200 });
  });

  it('goes to whichever account proves the address first', async () => {
    const [{ id: other }] = (await staff.add()).body.requestedData;
    await edit(after);
    const proof = await link(after, 'prove');
    await edit(after, other);
    expect(await follow('prove', proof)).toMatchObject({ status: 200 });
    expect(await follow('prove', await link(after, 'prove'))).toMatchObject(refused('emailTaken', 409));
    expect(await edit(after, other)).toMatchObject(refused('emailTaken', 409));
  });

  it('is no way to change the own email, nor that of another manager, also of one since', async () => {
    const { manager, owner } = staff.company;
    expect(await edit(after, manager.employeeId)).toMatchObject(refused('ownEmail'));
    expect(await edit(after, owner.employeeId)).toMatchObject({ status: 409 });
    await edit(after);
    const proof = await link(after, 'prove');
    await staff.edit(id, { ...staff.required(), employeeRole: 'manager' });
    expect(await edit(newEmail())).toMatchObject({ status: 403, body: { error: 'restricted' } });
    expect(await follow('prove', proof)).toMatchObject({ status: 403, body: { error: 'restricted' } });
    const boss = await staff.api.signedIn(owner);
    const form = { employeeRole: 'manager', campaignId: staff.company.campaignId, username: newEmail() };
    expect(await boss.patch(`/employees/editemployee/${id}`, form)).toMatchObject({ status: 200 });
    expect(await follow('prove', await link(form.username, 'prove'))).toMatchObject({ status: 200 });
  });

  it('is listed for managers, who can withdraw it; the history has it all', {
    tags: ['asvs-7.5.1'],
  }, async () => {
    const pending = async () =>
      (await staff.manager.get('/employees/pending-emails')).body.requestedData.filter(
        ({ employee_id }: { employee_id: string }) => employee_id === id,
      );
    const withdraw = () => staff.manager.delete(`/employees/pending-emails/${id}`);
    expect(await withdraw()).toMatchObject(refused('noPendingEmail', 404));
    await proven();
    await edit(after);
    expect(await pending()).toEqual([
      { employee_id: id, email: after, expires_at: expect.stringMatching(/^\d{4}-/) },
    ]);
    const proof = await link(after, 'prove');
    expect(await withdraw()).toMatchObject({ status: 200 });
    expect(await pending()).toEqual([]);
    expect(await follow('prove', proof)).toMatchObject(refused('linkEnded'));
    await edit(after);
    await follow('refuse', await link(before, 'refuse'));
    await edit(after);
    await follow('prove', await link(after, 'prove'));
    await follow('undo', await link(before, 'undo'));
    await moveNotes(staff.api);
    expect(await accessOf(staff.manager, id)).toEqual(
      ['requested', 'withdrawn', 'requested', 'refused', 'requested', 'undone'].map(
        (what) => `Email change ${what}, ${what === 'undone' ? before : after}`,
      ),
    );
  });

  it('ends with the employee, and mails five times a day to one address', async () => {
    for (let times = 0; times < 5; times += 1) expect((await edit(after)).status).toBe(200);
    expect(await edit(after)).toMatchObject(refused('tooManyRequests', 429));
    const proof = await link(after, 'prove');
    await staff.manager.delete(`/employees/delete/${id}`);
    expect(await follow('prove', proof)).toMatchObject(refused('linkEnded'));
  });
});
