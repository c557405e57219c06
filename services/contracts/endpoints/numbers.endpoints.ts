import { type Static, Type } from 'typebox';
import { ROUNDINGS } from '../numbers/commission-steps.ts';
import { DURATION_SOURCES, HOURS_RULES } from '../numbers/counted-hours.ts';
import { endpoint } from './endpoint.ts';
import { DateText, Id, pageFields, SalesPerHour } from './fields.ts';

const Dollars = Type.Number({ description: 'dollars, whole cents' });
const Exact = Type.String({ description: 'dollars as an exact decimal, not rounded' });
const Person = Type.Object({ id: Type.String(), first_name: Type.String(), last_name: Type.String() });
const Instant = Type.String({ description: 'UTC ISO-8601' });

/** One Closed sale with every step of its commission: (price − tax − discount) × rate, rounded to cents. */
export const CommissionLine = Type.Object({
  id: Type.String({ description: 'the sale' }),
  sale_name: Type.String(),
  name: Type.String({ description: "the campaign's name" }),
  customer_number: Type.String(),
  entry_date: Type.String(),
  price: Type.String({ description: 'with currency prefix, `$1234.50`' }),
  tax: Type.Number({ description: 'percent of the price' }),
  discount: Type.Number({ description: 'percent of the price' }),
  commission_rate: Type.Number({ description: 'percent of what is kept' }),
  tax_amount: Exact,
  discount_amount: Exact,
  kept: Type.String({ description: 'price − tax − discount, exact; may be below 0' }),
  unrounded: Type.String({ description: 'kept × rate, exact' }),
  rounding: Type.Enum(ROUNDINGS, {
    description: 'what was done to `unrounded`: half a cent goes away from zero',
  }),
  commission: Dollars,
  running: Type.Number({
    description: 'dollars: this line and all above it, those of earlier pages included',
  }),
});
export type CommissionLine = Static<typeof CommissionLine>;

/** A number on a screen, read by the query of that screen. */
const Shown = Type.Object({
  screen: Type.String(),
  commission: Type.Optional(Dollars),
  sales: Type.Optional(Type.Integer({ description: 'Closed sales' })),
  sales_per_hour: Type.Optional(SalesPerHour),
});
export type ShownNumber = Static<typeof Shown>;

/** The common fields of every explained number. */
const opened = {
  employee: Person,
  as_of: Instant,
  shown: Type.Array(Shown, { description: 'where the number stands, and what is shown there' }),
  agrees: Type.Boolean({ description: 'whether the lines give what is shown, to the cent, everywhere' }),
  differences: Type.Array(Type.String(), { description: 'in words; empty when all agree' }),
};

const commissionLines = {
  requestedData: Type.Array(CommissionLine, { description: 'the Closed sales, newest first' }),
  nextCursor: Type.Optional(Type.String()),
  closed_sales: Type.Integer({ description: 'of all pages' }),
  commission: Type.Number({ description: 'dollars: the sum of the lines of all pages' }),
};

export const ShiftStep = Type.Object({
  at: Instant,
  what: Type.Enum(['started', 'resumed', 'ended', 'start set', 'duration set']),
  by: Type.Union([Person, Type.Null()], { description: 'null: the program itself' }),
  words: Type.String({ description: 'what happened' }),
});
export type ShiftStep = Static<typeof ShiftStep>;

export const HoursFacts = Type.Object({
  login_time: Instant,
  time_zone: Type.String({ description: 'IANA: in which the shift began' }),
  logout_time: Type.Union([Instant, Type.Null()], { description: 'null: the shift is open' }),
  ended_by: Type.Union([Type.Enum(['logout', 'midnight', 'employee deleted']), Type.Null()]),
  shift_duration: Type.Union([Type.Number(), Type.Literal('N/A')], { description: 'hours' }),
  duration_from: Type.Enum(DURATION_SOURCES, {
    description: 'nobody set one; the standing duration that new shifts begin with; typed in for this shift',
  }),
  clocked_ms: Type.Integer({ description: 'milliseconds from the first login to the end or to `as_of`' }),
  counted_ms: Type.Integer({ description: 'milliseconds that the rate is divided by' }),
  rule: Type.Enum(HOURS_RULES),
  rule_words: Type.String({ description: 'the rule that led from the clocked to the counted time' }),
  steps: Type.Array(ShiftStep, { description: 'what happened to the shift, oldest first' }),
});
export type HoursFacts = Static<typeof HoursFacts>;

const rate = {
  hours: Type.Union([HoursFacts, Type.Null()], { description: 'null: no shift on that date' }),
  sales_per_hour: SalesPerHour,
  unrounded_rate: Type.Union([Type.String(), Type.Null()], {
    description:
      'Closed sales ÷ counted hours to six decimals, `…` where it goes on; null: nothing to divide by',
  }),
};

const tag = 'Audit';

export const openCommission = endpoint({
  method: 'GET',
  path: '/audit/numbers/commission/{id}',
  summary:
    'How the total commission of an employee came to be: every Closed sale with its formula, line by line; all ' +
    'time unless narrowed to a `date` or to `from` and `to`, both inclusive. The deleted are in it',
  tag,
  asOf: true,
  params: Type.Object({ id: Id }),
  query: Type.Object({
    date: Type.Optional(DateText),
    from: Type.Optional(DateText),
    to: Type.Optional(DateText),
    ...pageFields,
  }),
  reply: Type.Object({ ...commissionLines, ...opened }),
  onInvalidInput: 'failedFetch',
  refusals: ['invalidDate', 'noSuchEmployee', 'invalidCursor'],
});

export const openDay = endpoint({
  method: 'GET',
  path: '/audit/numbers/day/{id}/{date}',
  summary:
    'How the figures of an employee on one local date, or `today`, came to be: a row of the billboard or of a ' +
    'report, a value of the chart. Commission line by line; sales per hour with the hours, where they come from, ' +
    'and the division',
  tag,
  asOf: true,
  params: Type.Object({ id: Id, date: DateText }),
  query: Type.Object(pageFields),
  reply: Type.Object({ date: Type.String(), ...commissionLines, ...rate, ...opened }),
  onInvalidInput: 'failedFetch',
  refusals: ['invalidDate', 'noSuchEmployee', 'invalidCursor'],
});

export const openGoal = endpoint({
  method: 'GET',
  path: '/audit/numbers/goal/{id}',
  summary:
    "How an employee's progress towards their hourly goal came to be: the goal, the hours of today's shift, what was " +
    'due in them and what was sold',
  tag,
  asOf: true,
  params: Type.Object({ id: Id }),
  query: Type.Object(pageFields),
  reply: Type.Object({
    date: Type.String(),
    ...commissionLines,
    ...rate,
    ...opened,
    campaign: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()]),
    goal: Type.Union([
      Type.Object({
        name: Type.String(),
        hourly_sales: Type.Number(),
        hourly_decisions: Type.Number(),
      }),
      Type.Null(),
    ]),
    due: Type.Union([Type.String(), Type.Null()], {
      description:
        'sales due by now: hourly goal × counted hours, to six decimals; null: no goal or no hours',
    }),
    progress: Type.Union([Type.Number(), Type.Null()], {
      description: 'shown sales per hour ÷ hourly goal, 1 is reached; null: a goal of 0, or none',
    }),
  }),
  onInvalidInput: 'failedFetch',
  refusals: ['noSuchEmployee', 'invalidCursor'],
});
