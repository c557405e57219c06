import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { CurrentTimeZone, DateText, TimeZoneOfTime } from './fields.ts';

const instantOrNull = Type.Union([Type.String(), Type.Null()], { description: 'UTC ISO-8601' });

/** The fields of a billboard row besides its figures. Sales per hour follow from both. */
export const ReplayCard = Type.Object({
  id: Type.String({ description: 'the shift, or the employee while there is none' }),
  employee_id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  campaign_name: Type.Union([Type.String(), Type.Null()]),
  login_time: instantOrNull,
  timezone: TimeZoneOfTime,
  current_timezone: CurrentTimeZone,
  logout_time: instantOrNull,
  shift_duration: Type.Union([Type.Number(), Type.Literal('N/A')], { description: 'hours' }),
});
export type ReplayCard = Static<typeof ReplayCard>;

export const REPLAY_KINDS = [
  ...['closed', 'recorded', 'changed', 'moved', 'reopened', 'deleted'],
  ...['shift started', 'shift resumed', 'shift ended', 'shift closed', 'start set', 'duration set'],
  ...['employee changed', 'campaign changed'],
] as const;
export type ReplayKind = (typeof REPLAY_KINDS)[number];

export const ReplayMoment = Type.Object({
  at: Type.String({ description: 'UTC ISO-8601; never before the moment before' }),
  position: Type.Integer({ description: 'of the event; the board is that of `as-of=@position`' }),
  kind: Type.Enum([...REPLAY_KINDS], {
    description:
      'what happened; `closed`: a sale became Closed, `reopened`: it no longer is, `shift closed`: not by its employee',
  }),
  employee_id: Type.Union([Type.String(), Type.Null()], { description: 'whose sale or shift it is' }),
  price: Type.Union([Type.Number(), Type.Null()], {
    description: "dollars, of a sale; of others' sales only managers are told",
  }),
  rows: Type.Array(
    Type.Object({
      card: Type.Integer({ description: 'the place of its card in `cards`, from 0' }),
      sales: Type.Integer(),
      commission: Type.Number({ description: 'dollars' }),
    }),
    { description: 'the rows that are another from here on, each of one employee' },
  ),
  gone: Type.Array(Type.String(), { description: 'employees who are no longer on the board' }),
});
export type ReplayMoment = Static<typeof ReplayMoment>;

export const Replay = Type.Object({
  date: Type.String({ description: 'yyyy-mm-dd' }),
  end: Type.String({
    description:
      'UTC ISO-8601: the end of that date, the last moment where that is later, now while it lasts',
  }),
  later: Type.Integer({ description: 'moments after the end of the date, included or not' }),
  cards: Type.Array(ReplayCard),
  moments: Type.Array(ReplayMoment),
});
export type Replay = Static<typeof Replay>;

export const getReplay = endpoint({
  method: 'GET',
  path: '/audit/replay/{date}',
  summary:
    'The daily billboard of a local date as it came to be: every moment at which a row of it changed, in order. ' +
    'Ends with the board as of the end of that date; with `later` also what was corrected since',
  tag: 'Audit',
  params: Type.Object({ date: DateText }),
  query: Type.Object({
    later: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'also corrections made after the end of the date' }),
    ),
  }),
  reply: Replay,
  onInvalidInput: 'invalidDate',
});
