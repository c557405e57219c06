import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { DateText, SalesPerHour } from './fields.ts';

/** One row of the daily billboard; also what the live gateway pushes. */
export const BillboardRow = Type.Object({
  id: Type.String({ description: 'the shift, or the employee where a sale was recorded without one' }),
  employee_id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  campaign_name: Type.Union([Type.String(), Type.Null()]),
  login_date: Type.String(),
  login_time: Type.Union([Type.String(), Type.Null()], { description: 'UTC ISO-8601' }),
  shift_duration: Type.Union([Type.Number(), Type.Literal('N/A')], { description: 'hours' }),
  sales: Type.Integer({ description: 'Closed sales of the day' }),
  sales_per_hour: SalesPerHour,
  commission: Type.Number({ description: 'dollars' }),
});
export type BillboardRow = Static<typeof BillboardRow>;

export const getDailyLogs = endpoint({
  method: 'GET',
  path: '/logs/getlogsdaily/{date}',
  summary: 'The daily billboard: everybody who worked or sold on that local date',
  tag: 'Logs',
  access: 'employee',
  params: Type.Object({ date: DateText }),
  reply: Type.Object({ requestedData: Type.Array(BillboardRow) }),
  misfit: 'invalidDate',
});
