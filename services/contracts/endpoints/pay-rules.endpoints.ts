import { Type } from 'typebox';
import { PAY_RHYTHMS } from '../pay/pay-periods.ts';
import { endpoint } from './endpoint.ts';
import { DateText, done, Id, OrNull, TimeZone } from './fields.ts';
import { Period } from './pay.endpoints.ts';

const Schedule = Type.Object({
  rhythm: Type.Enum([...PAY_RHYTHMS]),
  first_day: Type.String({ description: 'yyyy-mm-dd' }),
  time_zone: Type.String({ description: 'IANA; a period is over at its midnight' }),
});

const tag = 'Pay';

export const getPayRules = endpoint({
  method: 'GET',
  path: '/pay/rules',
  summary: 'How the company pays: its schedules, oldest first, the present period and the one to pay next',
  tag,
  asOf: true,
  reply: Type.Object({
    schedules: Type.Array(Schedule),
    clawback_days: OrNull(Type.Number),
    verified_campaigns: Type.Array(
      Type.String({ description: 'ids of those whose sales are to be confirmed' }),
    ),
    period: Type.Union([Period, Type.Null()]),
    to_pay: Type.Union([Period, Type.Null()], {
      description: 'for managers, the oldest period that is over and not all paid; null for others',
    }),
    next_starts: Type.Array(Type.String({ description: 'dates on which another schedule may begin' })),
  }),
  onInvalidInput: 'failedFetch',
});

export const setPaySchedule = endpoint({
  method: 'PUT',
  path: '/pay/schedule',
  summary:
    'Set how often the company pays. The first schedule begins at most a year away: what was earned before counts as ' +
    'paid. Until it begins another takes its place; later another begins on the day after a period that has not ended',
  tag,
  waitsLikeRead: true,
  body: Type.Object({ rhythm: Type.String(), firstDay: DateText, timeZone: TimeZone }),
  reply: done,
  onInvalidInput: 'incompleteFields',
  refusals: [
    ...(['invalidPayRhythm', 'invalidDate', 'invalidTimeZone', 'invalidFirstDay'] as const),
    ...(['payBeginsTooFarAway', 'payScheduleGap'] as const),
  ],
});

export const setClawback = endpoint({
  method: 'PUT',
  path: '/pay/clawback',
  summary: 'Set for how many days after a payment a reduction is taken back; without days: without end',
  tag,
  body: Type.Object({ days: Type.Union([Type.Number(), Type.String(), Type.Null()]) }),
  reply: done,
  onInvalidInput: 'invalidClawbackDays',
});

export const setVerification = endpoint({
  method: 'PUT',
  path: '/pay/verification',
  summary:
    'Set whether a Closed sale of an associate in a campaign is payable only when a manager confirmed it. Sales that ' +
    'wait keep waiting',
  tag,
  body: Type.Object({ campaignId: Id, required: Type.Union([Type.Boolean(), Type.Enum(['true', 'false'])]) }),
  reply: done,
  onInvalidInput: 'incompleteFields',
  refusals: ['noSuchCampaign'],
});
