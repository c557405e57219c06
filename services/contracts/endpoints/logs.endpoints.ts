import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  CurrentTimeZone,
  DateText,
  Id,
  listOf,
  pageFields,
  SalesPerHour,
  StartReason,
  TimeZoneOfTime,
} from './fields.ts';

/** One row of the daily billboard; the live gateway pushes the same rows. */
export const BillboardRow = Type.Object({
  id: Type.String({ description: 'the shift, or the employee where a sale was recorded without one' }),
  employee_id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  campaign_name: Type.Union([Type.String(), Type.Null()]),
  login_date: Type.String(),
  login_time: Type.Union([Type.String(), Type.Null()], { description: 'UTC ISO-8601' }),
  timezone: TimeZoneOfTime,
  current_timezone: CurrentTimeZone,
  shift_duration: Type.Union([Type.Number(), Type.Literal('N/A')], { description: 'hours' }),
  sales: Type.Integer({ description: 'Closed sales of the day' }),
  sales_per_hour: SalesPerHour,
  commission: Type.Number({ description: 'dollars' }),
});
export type BillboardRow = Static<typeof BillboardRow>;

export const getDailyLogs = endpoint({
  method: 'GET',
  path: '/logs/getlogsdaily/{date}',
  summary:
    "The daily billboard: the employees who worked or sold on that local date; for the caller's today, on the date that it is for them",
  tag: 'Logs',
  asOf: true,
  params: Type.Object({ date: DateText }),
  reply: Type.Object({ requestedData: Type.Array(BillboardRow) }),
  onInvalidInput: 'invalidDate',
});

/** One shift in the log of an employee or of the company, or a date with Closed sales and no shift. */
export const ShiftLogRow = Type.Object({
  id: Type.String({ description: 'the shift, or the employee and the date where there is none' }),
  employee_id: Type.String(),
  login_date: Type.String({ description: "yyyy-mm-dd in the employee's time zone" }),
  login_time: Type.Union([Type.String(), Type.Null()], { description: 'UTC ISO-8601; null without a shift' }),
  timezone: TimeZoneOfTime,
  start_reason: StartReason,
  logout_time: Type.Union([Type.String(), Type.Null()], {
    description: 'UTC ISO-8601; null while it is open',
  }),
  shift_duration: Type.Union([Type.Number(), Type.Literal('N/A')], {
    description: 'hours; 0 without a shift',
  }),
  sales: Type.Integer({ description: 'Closed sales of that date' }),
  hours: Type.Union([Type.Number(), Type.Null()], {
    description: 'counted: sales per hour is sales ÷ hours; null: nothing to divide by',
  }),
  sales_per_hour: SalesPerHour,
  commission: Type.Number({ description: 'dollars, from Closed sales of that date' }),
  first_name: Type.String(),
  last_name: Type.String(),
  campaign_name: Type.Union([Type.String(), Type.Null()]),
});
export type ShiftLogRow = Static<typeof ShiftLogRow>;

/** A day of the weekly chart. */
export const ChartRow = Type.Object({
  login_date: Type.String({ description: 'yyyy-mm-dd' }),
  sales_per_hour: Type.Union([Type.Number(), Type.Null()], { description: 'null: no shift to divide by' }),
});
export type ChartRow = Static<typeof ChartRow>;

export const getAllLogs = endpoint({
  method: 'GET',
  path: '/logs/getlogs/all',
  summary:
    "The shift log, newest first: a manager gets the company's (without `limit` its newest 2,000), an associate their own",
  tag: 'Logs',
  asOf: true,
  query: Type.Object(pageFields),
  reply: listOf(ShiftLogRow),
  onInvalidInput: 'failedFetch',
});

export const getLogs = endpoint({
  method: 'GET',
  path: '/logs/getlogs/{id}',
  summary:
    'The shift log of an employee, newest first; all time unless narrowed to `from` and `to`, both inclusive; a range ' +
    'that ends before it begins holds nothing',
  tag: 'Logs',
  asOf: true,
  params: Type.Object({ id: Id }),
  query: Type.Object({ ...pageFields, from: Type.Optional(DateText), to: Type.Optional(DateText) }),
  reply: listOf(ShiftLogRow),
  onInvalidInput: 'failedFetch',
  refusals: ['invalidDate', 'noSuchEmployee'],
});

export const getLogsOfDate = endpoint({
  method: 'GET',
  path: '/logs/getlogsbyid&date',
  summary: 'The shift log of an employee on one local date: one row or none',
  tag: 'Logs',
  asOf: true,
  query: Type.Object({ id: Id, date: DateText }),
  reply: listOf(ShiftLogRow),
  onInvalidInput: 'failedFetch',
  refusals: ['invalidDate', 'noSuchEmployee'],
});

export const getChartData = endpoint({
  method: 'GET',
  path: '/logs/getchartdata',
  summary: "The caller's sales per hour on their last seven local dates, oldest first",
  tag: 'Logs',
  asOf: true,
  reply: Type.Object({ requestedData: Type.Array(ChartRow) }),
  onInvalidInput: 'failedFetch',
});

export const getChartDataOf = endpoint({
  method: 'GET',
  path: '/logs/getchartdata/{id}',
  summary: "An employee's sales per hour on their last seven local dates, oldest first",
  tag: 'Logs',
  asOf: true,
  params: Type.Object({ id: Id }),
  reply: Type.Object({ requestedData: Type.Array(ChartRow) }),
  onInvalidInput: 'failedFetch',
  refusals: ['noSuchEmployee'],
});
