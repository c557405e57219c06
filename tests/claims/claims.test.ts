import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysBefore } from '#contracts/local-date.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { type Claimants, claimants } from './claims-world.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

const answerTo = ({ manager, employeeId }: Claimants, id: string, said: Record<string, string | number>) =>
  manager.post(`/api/pay/claims/${id}/answer`, { employeeId, ...said });

describe('a claim about a line', () => {
  it('pins what was seen; a change resolves it, and both sides see before and after', async () => {
    const world = await claimants(program);
    const { associate, manager, saleId, claims, today, employeeId } = world;
    const period = today;
    const opened = await associate.post('/api/pay/claims', {
      kind: 'line',
      saleId,
      text: 'It was $600',
      period,
    });
    const { id } = opened.body;
    expect(await claims(associate)).toMatchObject({
      open: 1,
      requestedData: [
        {
          id,
          kind: 'line',
          sale_id: saleId,
          line: 'Boat',
          period,
          seen: 50,
          now: 50,
          state: 'open',
          changes: [],
        },
      ],
    });
    await manager.patch(`/api/sales/editsale/${saleId}`, { status: 'Closed', price: '600' });
    const [changed] = (await claims(manager)).requestedData;
    expect(changed).toMatchObject({
      ...{ id, employee_id: employeeId, seen: 50, now: 60, answer: null },
      changes: [{ title: 'Price changed' }],
    });
    const resolution = changed.changes[0].position;
    expect((await answerTo(world, id, { resolution })).body).toEqual({ message: 'Claim answered', id });
    const { open, requestedData } = await claims(associate);
    expect(open).toBe(0);
    expect(requestedData).toMatchObject([
      {
        ...{ state: 'answered', seen: 50, now: 60, answer: '', answered_by: 'Manager1 Test' },
        ...{ resolution: { position: resolution, title: 'Price changed' }, changes: [] },
      },
    ]);
    const before = await associate.get(`/api/sales/getsale/${saleId}?as-of=@${requestedData[0].pinned}`);
    expect(before.body.requestedData[0]).toMatchObject({ price: '$500.00' });
  });

  it('goes on once by its person and once by managers', async () => {
    const world = await claimants(program);
    const { associate, manager, employeeId, claims } = world;
    const id = await world.claimed();
    const again = `/api/pay/claims/${id}/reopen`;
    expect(await associate.post(again, { text: 'Look again' })).toMatchObject({
      ...{ status: 409, body: { error: 'claimStillOpen' } },
    });
    await answerTo(world, id, { reason: 'It was not' });
    expect((await associate.post(again, { text: 'Look again' })).status).toBe(200);
    expect(await claims(associate)).toMatchObject({
      open: 1,
      requestedData: [
        { state: 'open', answer: 'It was not', person_again: 'Look again', manager_again: null },
      ],
    });
    await answerTo(world, id, { reason: 'Still not' });
    expect((await associate.post(again, { text: 'And again' })).body.error).toBe('claimReopenedBefore');
    expect((await manager.post(again, { employeeId, text: 'We were wrong' })).status).toBe(200);
    await answerTo(world, id, { reason: 'It was' });
    expect((await manager.post(again, { employeeId, text: 'More' })).body.error).toBe('claimReopenedBefore');
    expect((await claims(associate)).requestedData[0]).toMatchObject({
      ...{ state: 'answered', answer: 'It was', person_again: 'Look again', manager_again: 'We were wrong' },
    });
  });

  it('does not stop a lock', async () => {
    const world = await claimants(program);
    const { company, owner, manager, today, associate, employeeId } = world;
    const first = daysBefore(today, 7);
    const bonus = { employeeId, kind: 'bonus', amount: '20', reason: 'Best of the week', period: first };
    const { id: lineId } = (await manager.post('/api/pay/lines', bonus)).body;
    await world.allRead();
    await manager.post(`/api/pay/payroll/${first}/approve`, {});
    const claim = { kind: 'line', lineId, text: 'It was $30', period: first };
    expect((await associate.post('/api/pay/claims', claim)).status).toBe(200);
    const locked = await owner.post(`/api/pay/payroll/${first}/lock`, {});
    expect(locked.body).toMatchObject({ done: [company.associates[0]?.employeeId], refused: [] });
    const undone = { employeeId, reason: 'A slip' };
    await manager.post(`/api/pay/lines/${lineId}/undo`, undone);
    expect((await world.claims(associate)).requestedData).toMatchObject([
      { line: 'Best of the week', seen: 20, now: 0, changes: [{ title: 'Line of a statement undone' }] },
    ]);
  });
});

describe('a claim about a date', () => {
  it('lists the sales and hours of the date that were recorded since', async () => {
    const world = await claimants(program);
    const { associate, manager, today, employeeId, claims } = world;
    for (const kind of ['missing sale', 'hours'])
      await associate.post('/api/pay/claims', { kind, date: today, text: 'Look' });
    await world.sold('100');
    await manager.patch('/api/employees/edit/shiftDuration/manager', {
      ...{ shiftDuration: '5', employeeId, loginDate: today },
    });
    const { requestedData } = await claims(associate);
    expect(requestedData).toHaveLength(2);
    for (const claim of requestedData) {
      expect(claim).toMatchObject({ date: today, period: today, seen: null, now: null, sale_id: null });
      const titles = claim.changes.map(({ title }: { title: string }) => title);
      expect(titles).toHaveLength(2);
      expect(titles).toContain('Sale recorded');
    }
  });

  it.each([['2026-02-30'], ['0000-01-01'], ['9999-01-01'], ['']])('is refused for %j', async (date) => {
    const { associate } = await claimants(program);
    const answer = await associate.post('/api/pay/claims', { kind: 'hours', date, text: 'Look' });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalidDate' } });
  });
});

describe('people', () => {
  it('claim what is theirs, and see their own claims', async () => {
    const world = await claimants(program);
    const { colleague, manager, saleId, employeeId, claims } = world;
    const claim = { kind: 'line', saleId, text: 'Mine' };
    for (const other of [colleague, manager])
      expect(await other.post('/api/pay/claims', claim)).toMatchObject({
        ...{ status: 404, body: { error: 'noSuchPayLine' } },
      });
    const id = await world.claimed();
    expect(await claims(colleague)).toEqual({ open: 0, requestedData: [] });
    expect((await colleague.get(`/api/pay/claims?employeeId=${employeeId}`)).body.error).toBe('restricted');
    expect(await claims(manager, `?employeeId=${employeeId}`)).toMatchObject({ open: 1 });
    expect((await colleague.post(`/api/pay/claims/${id}/reopen`, { text: 'Mine' })).body.error).toBe(
      'noSuchClaim',
    );
    expect((await answerTo({ ...world, manager: colleague }, id, { reason: 'No' })).body.error).toBe(
      'restricted',
    );
    const others = await claimants(program);
    expect((await answerTo({ ...world, manager: others.manager }, id, { reason: 'No' })).body.error).toBe(
      'noSuchEmployee',
    );
    expect(await others.claims(others.manager)).toEqual({ open: 0, requestedData: [] });
  });

  it('do not answer their own claim while there is another manager', async () => {
    for (const managers of [1, 0]) {
      const { company, owner, today } = await claimants(program, { managers });
      const { employeeId } = company.owner;
      const opened = await owner.post('/api/pay/claims', { kind: 'hours', date: today, text: 'Longer' });
      const answer = await owner.post(`/api/pay/claims/${opened.body.id}/answer`, {
        employeeId,
        reason: 'Yes',
      });
      expect(answer.status).toBe(managers === 0 ? 200 : 403);
      if (managers > 0) expect(answer.body.error).toBe('ownClaim');
    }
  });
});

it('a resolution is a change of the pay of this person behind the pin', async () => {
  const world = await claimants(program);
  const others = await claimants(program);
  const { associate, manager, colleague, company, saleId } = world;
  const before = await program.core.store.head();
  const id = await world.claimed();
  const ofClaim = await program.core.store.head();
  const sale = { name: 'Car', price: '5', campaignId: company.campaigns[0]?.campaignId ?? '' };
  await colleague.post('/api/sales/addsale', { ...sale, status: 'Closed' });
  const ofColleague = await program.core.store.head();
  await others.sold('5');
  const ofOthers = await program.core.store.head();
  for (const resolution of [before, ofClaim, ofColleague, ofOthers, 1e12, -1, 1.5, 'x'])
    expect([resolution, (await answerTo(world, id, { resolution })).body.error]).toEqual([
      resolution,
      'noSuchResolution',
    ]);
  await manager.patch(`/api/sales/editsale/${saleId}`, { status: 'Lead' });
  const resolution = await program.core.store.head();
  expect((await answerTo(world, id, { resolution })).status).toBe(200);
  await associate.post(`/api/pay/claims/${id}/reopen`, { text: 'Why?' });
  expect((await answerTo(world, id, { resolution })).body.error).toBe('noSuchResolution');
});

it('as of a moment a claim is as it was then', async () => {
  const world = await claimants(program);
  const { associate, claims } = world;
  const id = await world.claimed();
  const then = await program.core.store.head();
  await world.manager.patch(`/api/sales/editsale/${world.saleId}`, { status: 'Closed', price: '600' });
  const resolution = await program.core.store.head();
  await answerTo(world, id, { resolution });
  const now = await program.core.store.head();
  expect(await claims(associate, `?as-of=@${then}`)).toMatchObject({
    ...{ open: 1, requestedData: [{ state: 'open', seen: 50, now: 50, resolution: null, changes: [] }] },
  });
  expect(await claims(associate, `?as-of=@${resolution}`)).toMatchObject({
    ...{
      open: 1,
      requestedData: [{ state: 'open', seen: 50, now: 60, changes: [{ position: resolution }] }],
    },
  });
  expect(await claims(associate, `?as-of=@${now}`)).toMatchObject({
    ...{ open: 0, requestedData: [{ state: 'answered', resolution: { title: 'Price changed' } }] },
  });
});
