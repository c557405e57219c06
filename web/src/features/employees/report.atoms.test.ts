import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { todayAtom } from '../../kit/clock.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { chartQuery } from './employees.atoms.ts';
import {
  commissionSumAtom,
  meanRateAtom,
  reportAlertAtom,
  reportQuery,
  reportTotalsAtom,
  setDurationAtom,
  shiftsAtom,
  todayOfEmployeeAtom,
} from './report.atoms.ts';
import { addShiftAtom, setStartAtom } from './shift-times.atoms.ts';

function aShift(date: string, changed: Partial<ShiftLogRow> = {}): ShiftLogRow {
  return {
    id: `shift of ${date}`,
    employee_id: 'e1',
    login_date: date,
    login_time: `${date}T13:00:00.000Z`,
    timezone: 'America/Toronto',
    start_reason: 'login',
    logout_time: `${date}T21:00:00.000Z`,
    shift_duration: 8,
    sales: 4,
    hours: 8,
    sales_per_hour: 0.5,
    commission: 0.1,
    first_name: 'Priya',
    last_name: 'Raman',
    campaign_name: 'Solar Roofs',
    ...changed,
  };
}

const monday = aShift('2026-03-02');
/** Sales that a manager recorded on a date without a sign-in. */
const tuesday = aShift('2026-03-03', {
  ...{ login_time: null, timezone: null, start_reason: null, logout_time: null },
  ...{ shift_duration: 0, sales: 3, hours: null, sales_per_hour: 'N/A', commission: 0.2 },
});

async function report(answer: () => ReturnType<typeof replied> | Promise<ReturnType<typeof replied>>) {
  const store = createStore();
  const server = { shifts: [tuesday, monday] };
  const api = createFakeApi({
    '/logs/getlogs/{id}': () => replied({ requestedData: server.shifts.map((row) => ({ ...row })) }),
    '/logs/getlogsbyid&date': () => replied({ requestedData: [monday] }),
    '/employees/edit/shiftDuration/manager': answer,
    '/employees/edit/shiftstart/manager': answer,
  });
  store.set(apiAtom, api);
  await store.set(reportQuery.loadAtom, { id: 'e1', dates: null });
  const shown = (date: string) => store.get(shiftsAtom)?.find(({ login_date }) => login_date === date);
  return { store, api, server, shown };
}

const saved = (newDuration: number, salesPerHour: number | 'N/A') =>
  replied({ message: messages.updated, newDuration, salesPerHour });

describe('the report', () => {
  test('loads one date, a period, or all', async () => {
    const { store, api } = await report(() => saved(4, 1));
    const [of, by] = ['/logs/getlogs/{id}', '/logs/getlogsbyid&date'];
    await store.set(reportQuery.loadAtom, { id: 'e1', dates: { from: '2026-03-02', to: '2026-03-02' } });
    expect(store.get(shiftsAtom)).toEqual([monday]);
    const dates = { from: '2026-03-01', to: '2026-03-31' };
    await store.set(reportQuery.loadAtom, { id: 'e1', dates });
    expect(store.get(shiftsAtom)).toEqual([tuesday, monday]);
    expect(api.sent.map(({ path, query }) => ({ path, query }))).toEqual([
      { path: of, query: {} },
      { path: by, query: { id: 'e1', date: '2026-03-02' } },
      { path: of, query: dates },
    ]);
  });

  test('has the today of the employee, and that of the viewer where it cannot be loaded', async () => {
    const store = createStore();
    let chart = replied({ requestedData: [{ login_date: '2026-03-03', sales_per_hour: null }] });
    store.set(apiAtom, createFakeApi({ '/logs/getchartdata/{id}': () => chart }));
    expect(store.get(todayOfEmployeeAtom)).toBeUndefined();
    await store.set(chartQuery.loadAtom, 'e1');
    expect(store.get(todayOfEmployeeAtom)).toBe('2026-03-03');
    chart = refused(503, 'unavailable');
    await store.set(chartQuery.loadAtom, 'e2');
    expect(store.get(todayOfEmployeeAtom)).toBe(store.get(todayAtom));
  });

  test('adds commission to the cent, also of a date without a shift', async () => {
    const { store } = await report(() => saved(4, 1));
    const totals = { commission: 0.3, hours: 8, sales: 4, shifts: 1, salesPerHour: 0.5 };
    expect(store.get(reportTotalsAtom)).toEqual(totals);
    expect(store.get(commissionSumAtom).parts.map(({ text }) => text)).toEqual(['$0.20', '$0.10']);
  });

  test('averages sales by hours, not rates by days', async () => {
    const { store, server } = await report(() => saved(4, 1));
    server.shifts = [
      aShift('2026-03-02', { sales: 3, hours: 1, sales_per_hour: 3 }),
      aShift('2026-03-03', { sales: 0, hours: 9, sales_per_hour: 0 }),
    ];
    await store.set(reportQuery.loadAtom, { id: 'e1', dates: null });
    expect(store.get(reportTotalsAtom)).toMatchObject({ hours: 10, salesPerHour: 0.3 });
    expect(store.get(meanRateAtom)).toMatchObject({ text: '0.30', step: '3 sales ÷ 10 hrs' });
    expect(store.get(meanRateAtom).parts.map(({ text }) => text)).toEqual([
      '3 sales ÷ 1 hr',
      '0 sales ÷ 9 hrs',
    ]);
    server.shifts = [tuesday];
    await store.set(reportQuery.loadAtom, { id: 'e1', dates: null });
    expect(store.get(meanRateAtom).text).toBe('N/A');
  });
});

describe('adding a shift', () => {
  const shift = { employeeId: 'e1', loginDate: '2026-03-03', loginTime: '09:00', shiftDuration: '7' };

  test('sends it, and loads the report again', async () => {
    const { store, api } = await report(() => saved(7, 0.43));
    expect(await store.set(addShiftAtom, shift)).toBe(true);
    expect(api.sent.map(({ path }) => path).slice(1)).toEqual([
      '/employees/edit/shiftDuration/manager',
      '/logs/getlogs/{id}',
    ]);
    expect(api.sent[1]?.body).toEqual(shift);
    expect(store.get(reportAlertAtom)).toEqual({ isError: false, messages: ['Data updated successfully'] });
  });

  test('says why it is refused, and can be tried again', async () => {
    const { store } = await report(() => refused(409, 'conflict'));
    expect(await store.set(addShiftAtom, shift)).toBe(false);
    expect(store.get(reportAlertAtom)).toMatchObject({ isError: true });
    expect(store.get(addShiftAtom)).toBe(false);
  });

  test('and a corrected start go the same way', async () => {
    const { store, api } = await report(() => saved(7, 0.43));
    const start = { employeeId: 'e1', loginDate: '2026-03-02', loginTime: '08:30' };
    expect(await store.set(setStartAtom, start)).toBe(true);
    expect(api.sent.map(({ path }) => path).slice(1)).toEqual([
      '/employees/edit/shiftstart/manager',
      '/logs/getlogs/{id}',
    ]);
    expect(api.sent[1]?.body).toEqual(start);
  });
});

describe('changing a duration', () => {
  test('is shown at once, and its sales per hour with the answer', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof replied>>();
    const { store, api, shown } = await report(() => answer.promise);
    const setting = store.set(setDurationAtom, shown('2026-03-02') ?? monday, '4');
    expect(shown('2026-03-02')).toMatchObject({ shift_duration: 4, sales_per_hour: 0.5 });
    answer.resolve(saved(4, 1));
    await setting;
    expect(shown('2026-03-02')).toMatchObject({ shift_duration: 4, sales_per_hour: 1 });
    expect(store.get(reportTotalsAtom)).toMatchObject({ hours: 4, salesPerHour: 1 });
    expect(shown('2026-03-03')).toEqual(tuesday);
    expect(api.sent.at(-1)?.body).toEqual({
      shiftDuration: '4',
      employeeId: 'e1',
      loginDate: '2026-03-02',
    });
  });

  test('is taken back after a refusal, also after an accepted change', async () => {
    const answers = [saved(4, 1), refused(404, 'noSuchShift')];
    const { store, shown } = await report(() => answers.shift() ?? saved(0, 0));
    await store.set(setDurationAtom, shown('2026-03-02') ?? monday, '4');
    await store.set(setDurationAtom, shown('2026-03-02') ?? monday, '5');
    expect(shown('2026-03-02')).toMatchObject({ shift_duration: 4, sales_per_hour: 1 });
    expect(store.get(reportAlertAtom)).toEqual({
      isError: true,
      messages: [messages.noSuchShift, messages.failedEdit],
    });
  });

  test('gives way to a row that is loaded after it', async () => {
    const { store, server, shown } = await report(() => saved(4, 1));
    await store.set(setDurationAtom, shown('2026-03-02') ?? monday, '4');
    server.shifts = [aShift('2026-03-02', { shift_duration: 6, sales_per_hour: 0.75 })];
    await store.set(reportQuery.reloadAtom);
    expect(shown('2026-03-02')).toMatchObject({ shift_duration: 6, sales_per_hour: 0.75 });
  });

  test('stays visible while it is being saved, whatever is loaded meanwhile', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof replied>>();
    const { store, shown } = await report(() => answer.promise);
    const setting = store.set(setDurationAtom, shown('2026-03-02') ?? monday, '4');
    await store.set(reportQuery.reloadAtom);
    expect(shown('2026-03-02')).toMatchObject({ shift_duration: 4 });
    answer.resolve(saved(4, 1));
    await setting;
    expect(shown('2026-03-02')).toMatchObject({ shift_duration: 4, sales_per_hour: 1 });
  });

  test.each(['', '10', 'x', '-1'])('%j is no duration and is not sent', async (typed) => {
    const { store, api, shown } = await report(() => saved(4, 1));
    await store.set(setDurationAtom, shown('2026-03-02') ?? monday, typed);
    expect(store.get(reportAlertAtom).messages).toEqual([messages.invalidDuration]);
    expect(api.sent).toHaveLength(1);
  });

  test('again during the first: they are sent in turn, and the last one counts', async () => {
    const first = Promise.withResolvers<ReturnType<typeof replied>>();
    const answers = [first.promise, saved(6, 0.75)];
    const { store, api, shown } = await report(() => answers.shift() ?? saved(0, 'N/A'));
    const row = () => shown('2026-03-02') ?? monday;
    const setting = store.set(setDurationAtom, row(), '4');
    await store.set(setDurationAtom, row(), '5');
    await store.set(setDurationAtom, row(), '6');
    expect(row()).toMatchObject({ shift_duration: 6 });
    first.resolve(saved(4, 1));
    await setting;
    expect(api.sent.slice(1).map(({ body }) => (body as { shiftDuration: string }).shiftDuration)).toEqual([
      '4',
      '6',
    ]);
    expect(row()).toMatchObject({ shift_duration: 6, sales_per_hour: 0.75 });
    await store.set(setDurationAtom, row(), '0');
    expect(row()).toMatchObject({ sales_per_hour: 'N/A' });
  });

  test('a refused last change leaves the saved one before it', async () => {
    const first = Promise.withResolvers<ReturnType<typeof replied>>();
    const answers = [first.promise, refused(404, 'noSuchShift')];
    const { store, shown } = await report(() => answers.shift() ?? saved(0, 0));
    const setting = store.set(setDurationAtom, shown('2026-03-02') ?? monday, '4');
    await store.set(setDurationAtom, shown('2026-03-02') ?? monday, '5');
    first.resolve(saved(4, 1));
    await setting;
    expect(shown('2026-03-02')).toMatchObject({ shift_duration: 4, sales_per_hour: 1 });
    expect(store.get(reportAlertAtom).messages).toEqual([messages.noSuchShift, messages.failedEdit]);
  });
});
