import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { getPayRules, setClawback, setPaySchedule } from '#contracts/endpoints/pay-rules.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { clockAtom, timeZoneAtom } from '../../kit/clock.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { rulesQuery } from './pay.atoms.ts';
import {
  clawbackForm,
  firstPeriodAtom,
  scheduleForm,
  settingsForms,
  timeZonesAtom,
} from './pay-settings.atoms.ts';

async function settings(rules: object = {}) {
  const store = createStore();
  const reply = { schedules: [], clawback_days: null, period: null, to_pay: null, next_starts: [], ...rules };
  const api = createFakeApi({
    [getPayRules.path]: () => replied(reply),
    [setPaySchedule.path]: () => refused(400, 'payBeginsTooFarAway'),
    [setClawback.path]: () => replied({ message: messages.clawbackSet }),
  });
  store.set(apiAtom, api);
  store.set(timeZoneAtom, 'America/Toronto');
  // A Thursday.
  store.set(clockAtom, '2026-03-05T15:00:00Z');
  await store.set(rulesQuery.loadAtom, null);
  return { store, sent: () => api.sent.slice(1).map(({ body }) => body) };
}

test('the first schedule begins on the Monday of this week, in the zone of the browser', async () => {
  const { store } = await settings();
  expect(store.get(scheduleForm.draftAtom)).toEqual({
    ...{ rhythm: 'every two weeks', firstDay: '2026-03-02', timeZone: 'America/Toronto' },
  });
  expect(store.get(firstPeriodAtom)).toEqual({ from: '2026-03-02', to: '2026-03-15' });
});

test('another schedule begins where a period ends, with what holds now', async () => {
  const monthly = { rhythm: 'monthly', first_day: '2026-02-01', time_zone: 'Etc/GMT+5' };
  const { store } = await settings({ schedules: [monthly], next_starts: ['2026-04-01', '2026-05-01'] });
  expect(store.get(scheduleForm.draftAtom)).toEqual({
    ...{ rhythm: 'monthly', firstDay: '2026-04-01', timeZone: 'Etc/GMT+5' },
  });
  expect(store.get(timeZonesAtom)).toContain('Etc/GMT+5');
});

test('a day that not every month has is refused before it is sent', async () => {
  const { store, sent } = await settings();
  store.set(scheduleForm.typeAtom, { rhythm: 'monthly', firstDay: '2026-01-31' });
  expect(store.get(firstPeriodAtom)).toBeNull();
  await store.set(scheduleForm.submitAtom);
  expect(store.get(scheduleForm.alertAtom).messages).toEqual([messages.invalidFirstDay]);
  expect(sent()).toEqual([]);
  store.set(scheduleForm.typeAtom, { firstDay: '2024-01-01' });
  await store.set(scheduleForm.submitAtom);
  expect(store.get(scheduleForm.refusedAtom)).toEqual(['firstDay']);
  store.set(scheduleForm.typeAtom, { firstDay: '' });
  await store.set(scheduleForm.submitAtom);
  expect(store.get(scheduleForm.alertAtom).messages).toEqual([messages.incompleteFields]);
});

test('the clawback takes whole days, or nothing for no limit', async () => {
  const { store, sent } = await settings({ clawback_days: 30 });
  expect(store.get(clawbackForm.draftAtom)).toEqual({ days: '30' });
  for (const days of ['-1', '1.5', '4000', 'ten']) {
    store.set(clawbackForm.typeAtom, { days });
    await store.set(clawbackForm.submitAtom);
    expect(store.get(clawbackForm.alertAtom).messages).toEqual([messages.invalidClawbackDays]);
  }
  expect(store.get(settingsForms.changedAtom)).toBe(true);
  for (const days of ['90', ' ']) {
    store.set(clawbackForm.typeAtom, { days });
    await store.set(clawbackForm.submitAtom);
  }
  expect(sent()).toEqual([{ days: 90 }, { days: null }]);
  expect(store.get(settingsForms.changedAtom)).toBe(false);
  store.set(scheduleForm.typeAtom, { timeZone: 'Asia/Manila' });
  store.set(settingsForms.discardAtom);
  expect(store.get(scheduleForm.draftAtom).timeZone).toBe('America/Toronto');
});
