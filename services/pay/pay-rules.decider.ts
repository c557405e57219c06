import type { PayRulesEvent } from '#contracts/events/pay.events.ts';
import { daysBefore, isLocalDate, isTimeZone, localDate } from '#contracts/local-date.ts';
import {
  canBegin,
  isAhead,
  PAY_RHYTHMS,
  type PayRhythm,
  type PaySchedule,
  type PaySchedules,
  periodOf,
  presentPeriod,
  withSchedule,
} from '#contracts/pay/pay-periods.ts';
import { accepted, rejected } from '#contracts/result.ts';
import { type Decider, type Decision, isSame } from '#platform/commands/command.ts';

/** How a company pays. */
export type PayRulesState = {
  /** Oldest first. */
  readonly schedules: PaySchedules;
  /** Days after payment within which a reduction is taken back; null: without end. */
  readonly clawbackDays: number | null;
  /** Campaigns whose sales a manager has to confirm. */
  readonly verified: ReadonlySet<string>;
};

export type PayRulesCommand =
  | {
      readonly type: 'SetSchedule';
      readonly rhythm: string;
      readonly firstDay: string;
      readonly timeZone: string;
      /** UTC ISO-8601. */
      readonly now: string;
    }
  | { readonly type: 'SetClawbackWindow'; readonly days: string | number | null }
  | { readonly type: 'SetVerification'; readonly campaignId: string; readonly isRequired: boolean };

/** The first day of the first schedule is at most so many days away. */
const NEAR_DAYS = 366;
const MOST_CLAWBACK_DAYS = 3650;

export const payRulesDecider: Decider<PayRulesState, PayRulesCommand, PayRulesEvent> = {
  fold: {
    empty: () => ({ schedules: [], clawbackDays: null, verified: new Set() }),
    on: {
      PayScheduleSet: (state, { data }) => ({
        ...state,
        schedules: withSchedule(state.schedules, data),
      }),
      ClawbackWindowSet: (state, { data }) => ({ ...state, clawbackDays: data.after }),
      SalesVerificationSet: (state, { data: { campaignId, after } }) => {
        const others = [...state.verified].filter((id) => id !== campaignId);
        return { ...state, verified: new Set(after ? [...others, campaignId] : others) };
      },
    },
  },

  outcome: (state) => state,

  decide(command, state) {
    switch (command.type) {
      case 'SetSchedule':
        return setSchedule(command, state);
      case 'SetClawbackWindow':
        return setClawbackWindow(command, state);
      case 'SetVerification':
        return setVerification(command, state);
    }
  },
};

function setVerification(
  { campaignId, isRequired: after }: Extract<PayRulesCommand, { type: 'SetVerification' }>,
  { verified }: PayRulesState,
): Decision<PayRulesEvent> {
  const before = verified.has(campaignId);
  if (before === after) return accepted([]);
  return accepted([{ type: 'SalesVerificationSet', data: { campaignId, before, after } }]);
}

function setSchedule(
  { rhythm, firstDay, timeZone, now }: Extract<PayRulesCommand, { type: 'SetSchedule' }>,
  { schedules }: PayRulesState,
): Decision<PayRulesEvent> {
  if (!isRhythm(rhythm)) return rejected('invalidPayRhythm');
  if (!isLocalDate(firstDay)) return rejected('invalidDate');
  if (!isTimeZone(timeZone)) return rejected('invalidTimeZone');
  if (!canBegin(rhythm, firstDay)) return rejected('invalidFirstDay');
  const last = schedules.at(-1);
  const after: PaySchedule = { rhythm, firstDay, timeZone };
  if (last && isSame(last, after)) return accepted([]);
  const hasBegun = schedules[0] && !isAhead(schedules[0], now);
  const before = hasBegun && last ? last : null;
  const refusal = before
    ? changeRefusal(schedules, firstDay, now)
    : beginRefusal(firstDay, localDate(now, timeZone));
  if (refusal) return rejected(refusal);
  return accepted([{ type: 'PayScheduleSet', data: { before, after } }]);
}

function isRhythm(text: string): text is PayRhythm {
  return (PAY_RHYTHMS as readonly string[]).includes(text);
}

function beginRefusal(firstDay: string, today: string) {
  const isNear = firstDay >= daysBefore(today, NEAR_DAYS) && firstDay <= daysBefore(today, -NEAR_DAYS);
  return isNear ? null : 'payBeginsTooFarAway';
}

/** Another schedule follows on the day after a period that is not over: no date is in no period, or in two. */
function changeRefusal(schedules: PaySchedules, firstDay: string, now: string) {
  const present = presentPeriod(schedules, now);
  const lastDay = daysBefore(firstDay, 1);
  const isLater = present === null || lastDay >= present.to;
  return isLater && periodOf(schedules, lastDay)?.to === lastDay ? null : 'payScheduleGap';
}

function setClawbackWindow(
  { days }: Extract<PayRulesCommand, { type: 'SetClawbackWindow' }>,
  { clawbackDays: before }: PayRulesState,
): Decision<PayRulesEvent> {
  const isEndless = days === null || days === '';
  if (!isEndless && !/^\d{1,4}$/.test(String(days))) return rejected('invalidClawbackDays');
  const after = isEndless ? null : Number(days);
  if (after !== null && after > MOST_CLAWBACK_DAYS) return rejected('invalidClawbackDays');
  if (after === before) return accepted([]);
  return accepted([{ type: 'ClawbackWindowSet', data: { before, after } }]);
}
