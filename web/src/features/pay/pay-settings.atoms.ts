import { atom, type Getter } from 'jotai';
import { setClawback, setPaySchedule } from '#contracts/endpoints/pay-rules.endpoints.ts';
import { isLocalDate, type LocalDate } from '#contracts/local-date.ts';
import type { MessageCode } from '#contracts/messages.ts';
import {
  canBegin,
  PAY_RHYTHMS,
  type PayPeriod,
  type PayRhythm,
  periodWith,
} from '#contracts/pay/pay-periods.ts';
import { currentDateAtom, timeZoneAtom } from '../../kit/clock.atoms.ts';
import { createForm, missingIn, type Problem } from '../../kit/forms/form.atoms.ts';
import { rulesQuery } from './pay.atoms.ts';

export type ScheduleDraft = { rhythm: PayRhythm; firstDay: string; timeZone: string };

/** The dates on which another schedule may begin; empty before the first period, when any date near today may. */
export const nextStartsAtom = atom((get) => get(rulesQuery.replyAtom)?.next_starts ?? []);

const REQUIRED = ['firstDay', 'timeZone'] as const;

function problemOf(draft: ScheduleDraft): Problem<ScheduleDraft> | null {
  const fields = missingIn(draft, REQUIRED);
  if (fields.length > 0) return { error: 'incompleteFields', fields };
  if (!isLocalDate(draft.firstDay)) return { error: 'invalidDate', fields: ['firstDay'] };
  return canBegin(draft.rhythm, draft.firstDay) ? null : { error: 'invalidFirstDay', fields: ['firstDay'] };
}

const FIELDS: Readonly<Partial<Record<MessageCode, keyof ScheduleDraft>>> = {
  invalidPayRhythm: 'rhythm',
  invalidDate: 'firstDay',
  invalidFirstDay: 'firstDay',
  payBeginsTooFarAway: 'firstDay',
  payScheduleGap: 'firstDay',
  invalidTimeZone: 'timeZone',
};

/** Begins with the present rhythm; without one every two weeks, from the Monday of this week. */
function startOf(get: Getter): ScheduleDraft {
  const last = get(rulesQuery.replyAtom)?.schedules.at(-1);
  return {
    rhythm: last?.rhythm ?? 'every two weeks',
    firstDay: get(nextStartsAtom)[0] ?? last?.first_day ?? mondayOf(get(currentDateAtom)),
    timeZone: last?.time_zone ?? get(timeZoneAtom),
  };
}

function mondayOf(date: LocalDate): LocalDate {
  return periodWith({ rhythm: 'weekly', firstDay: '2026-01-05' }, date).from;
}

export const scheduleForm = createForm<ScheduleDraft, typeof setPaySchedule>({
  start: startOf,
  check: problemOf,
  send: (api, body, idempotencyKey) => api.call(setPaySchedule, { body, idempotencyKey }),
  fieldsOf: (error) => {
    const field = FIELDS[error];
    return field ? [field] : [];
  },
  success: 'scheduleSet',
});

/** The first period of the schedule as it is typed; null while no period can begin so. */
export const firstPeriodAtom = atom((get): PayPeriod | null => {
  const { rhythm, firstDay } = get(scheduleForm.draftAtom);
  if (!PAY_RHYTHMS.includes(rhythm) || !isLocalDate(firstDay) || !canBegin(rhythm, firstDay)) return null;
  return periodWith({ rhythm, firstDay }, firstDay);
});

export type ClawbackDraft = { days: string };

const MOST_DAYS = 3650;

export const clawbackForm = createForm<ClawbackDraft, typeof setClawback>({
  start: (get) => ({ days: String(get(rulesQuery.replyAtom)?.clawback_days ?? '') }),
  check: ({ days }) =>
    days.trim() === '' || (/^\d{1,4}$/.test(days.trim()) && Number(days) <= MOST_DAYS)
      ? null
      : { error: 'invalidClawbackDays', fields: ['days'] },
  send: (api, { days }, idempotencyKey) =>
    api.call(setClawback, { body: { days: days.trim() === '' ? null : Number(days) }, idempotencyKey }),
  fieldsOf: () => ['days'],
  success: 'clawbackSet',
});

/** Zones to choose from, the chosen one among them. */
export const timeZonesAtom = atom((get): readonly string[] => {
  const known = Intl.supportedValuesOf('timeZone');
  const { timeZone } = get(scheduleForm.draftAtom);
  return known.includes(timeZone) || timeZone === '' ? known : [timeZone, ...known];
});

/** Both forms of the screen, which leaves with neither of them unsaved. */
export const settingsForms = {
  changedAtom: atom((get) => get(scheduleForm.changedAtom) || get(clawbackForm.changedAtom)),
  discardAtom: atom(null, (_get, set) => {
    set(scheduleForm.discardAtom);
    set(clawbackForm.discardAtom);
  }),
};
