import { describe, expect, it } from 'vitest';
import type { PayRulesEvent } from '#contracts/events/pay.events.ts';
import { specify, stateAfter } from '#tests/support/given-when-then.ts';
import { payRulesDecider } from './pay-rules.decider.ts';

const given = specify(payRulesDecider);
const NOW = '2026-11-20T15:00:00.000Z';
const weekly = { rhythm: 'weekly', firstDay: '2026-11-02', timeZone: 'America/Toronto' } as const;
const set = (changes: Partial<Record<'rhythm' | 'firstDay' | 'timeZone', string>>) =>
  ({ type: 'SetSchedule', ...weekly, ...changes, now: NOW }) as const;
const weeklySet: PayRulesEvent = { type: 'PayScheduleSet', data: { before: null, after: weekly } };

describe('a pay schedule', () => {
  it('begins at most a year away', () => {
    given().when(set({})).thenFollows(weeklySet);
    given()
      .when(set({ firstDay: '2025-11-19' }))
      .thenFollows({
        ...{ type: 'PayScheduleSet', data: { before: null, after: { ...weekly, firstDay: '2025-11-19' } } },
      });
    given()
      .when(set({ firstDay: '2025-11-18' }))
      .thenRejected('payBeginsTooFarAway');
    given()
      .when(set({ firstDay: '2027-11-21' }))
      .thenFollows({
        ...{ type: 'PayScheduleSet', data: { before: null, after: { ...weekly, firstDay: '2027-11-21' } } },
      });
    given()
      .when(set({ firstDay: '2027-11-22' }))
      .thenRejected('payBeginsTooFarAway');
  });

  it.each([
    [{ rhythm: 'daily' }, 'invalidPayRhythm'],
    [{ firstDay: '2026-11-31' }, 'invalidDate'],
    [{ timeZone: 'Mars/Base' }, 'invalidTimeZone'],
    [{ rhythm: 'monthly', firstDay: '2026-10-31' }, 'invalidFirstDay'],
    [{ rhythm: 'twice a month', firstDay: '2026-11-15' }, 'invalidFirstDay'],
  ] as const)('with %j is refused', (wrong, code) => given().when(set(wrong)).thenRejected(code));

  it('that is set already changes nothing', () => given(weeklySet).when(set({})).thenNothing());

  it('is followed by another on the day after a period that is not over', () => {
    for (const firstDay of ['2026-11-23', '2026-11-30', '2027-03-01'])
      given(weeklySet)
        .when(set({ rhythm: 'every two weeks', firstDay }))
        .thenFollows({
          type: 'PayScheduleSet',
          data: { before: weekly, after: { ...weekly, rhythm: 'every two weeks', firstDay } },
        });
  });

  it.each(['2026-11-16', '2026-11-22', '2026-11-24', '2026-10-26'])(
    'that would leave a gap, overlap or change the past, from %s on, is refused',
    (firstDay) =>
      given(weeklySet)
        .when(set({ rhythm: 'every two weeks', firstDay }))
        .thenRejected('payScheduleGap'),
  );
});

describe('a schedule that has not begun yet', () => {
  const inDecember = { ...weekly, firstDay: '2026-12-07' };
  const toCome: PayRulesEvent = { type: 'PayScheduleSet', data: { before: null, after: inDecember } };
  const monthly = (firstDay: string) => set({ rhythm: 'monthly', firstDay });

  it.each(['2026-12-06', '2026-12-14', '2026-12-15'])('gives way to one from %s on', (firstDay) => {
    const after = { ...weekly, rhythm: 'monthly', firstDay } as const;
    given(toCome)
      .when(monthly(firstDay))
      .thenFollows({ type: 'PayScheduleSet', data: { before: null, after } });
  });

  it('stays when it is set again', () => given(toCome).when(set(inDecember)).thenNothing());

  it('gives way to none that begins too far away', () =>
    given(toCome).when(monthly('2029-12-14')).thenRejected('payBeginsTooFarAway'));
});

it('a change answers with all rules that are in force then', () => {
  const state = stateAfter(
    payRulesDecider,
    weeklySet,
    { type: 'ClawbackWindowSet', data: { before: null, after: 90 } },
    { type: 'SalesVerificationSet', data: { campaignId: 'c1', before: false, after: true } },
  );
  expect(payRulesDecider.outcome(state)).toEqual({
    ...{ schedules: [weekly], clawbackDays: 90, verified: new Set(['c1']) },
  });
});

describe('the clawback window', () => {
  const change = (days: string | number | null) => ({ type: 'SetClawbackWindow', days }) as const;
  it('has from 0 to 3650 days, or no end', () => {
    given()
      .when(change('90'))
      .thenFollows({ type: 'ClawbackWindowSet', data: { before: null, after: 90 } });
    given()
      .when(change(0))
      .thenFollows({ type: 'ClawbackWindowSet', data: { before: null, after: 0 } });
    given({ type: 'ClawbackWindowSet', data: { before: null, after: 90 } })
      .when(change(''))
      .thenFollows({ type: 'ClawbackWindowSet', data: { before: 90, after: null } });
    given()
      .when(change(3650))
      .thenFollows({ type: 'ClawbackWindowSet', data: { before: null, after: 3650 } });
    given().when(change(null)).thenNothing();
  });
  it.each([-1, 3651, 1.5, 'soon', ' ', '\n', '1e2', '0x10', ' 90'])('of %s days is refused', (days) =>
    given().when(change(days)).thenRejected('invalidClawbackDays'),
  );
});

describe('the verification of sales', () => {
  const set = (campaignId: string, isRequired: boolean) =>
    ({ type: 'SetVerification', campaignId, isRequired }) as const;
  const on = (campaignId: string) =>
    ({ type: 'SalesVerificationSet', data: { campaignId, before: false, after: true } }) as const;
  it('is set for each campaign by itself, and set again changes nothing', () => {
    given().when(set('c1', true)).thenFollows(on('c1'));
    given().when(set('c1', false)).thenNothing();
    given(on('c1')).when(set('c1', true)).thenNothing();
    given(on('c1'), on('c2'))
      .when(set('c1', false))
      .thenFollows({ type: 'SalesVerificationSet', data: { campaignId: 'c1', before: true, after: false } });
    given(on('c1'), { type: 'SalesVerificationSet', data: { campaignId: 'c1', before: true, after: false } })
      .when(set('c1', true))
      .thenFollows(on('c1'));
  });
});
