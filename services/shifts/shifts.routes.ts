import * as endpoints from '#contracts/endpoints/employees.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import { readHours, salesPerHour } from '#contracts/shift-hours.ts';
import type { Route } from '#platform/http/call.ts';
import { type TimeZoneOf, timeZoneFor } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { OwnDuration } from './own-duration.ts';
import type { ShiftOutcome, ShiftsCommands } from './shifts.commands.ts';

export type ShiftsRoutesDeps = {
  commands: Pick<ShiftsCommands, 'setDuration' | 'setStart' | 'add'>;
  setOwnDuration: OwnDuration;
  queries: Pick<Queries, 'closedSalesOf' | 'todayOf'>;
  /** The time zone of another employee. */
  timeZoneOf: TimeZoneOf;
};

export function shiftsRoutes(
  route: Route,
  { commands, setOwnDuration, queries, timeZoneOf }: ShiftsRoutesDeps,
): void {
  route(endpoints.editShiftDuration, async (call) => {
    const { companyId, employeeId, timeZone } = call.caller;
    const hours = readHours(call.body.shiftDuration);
    if (hours === null) return rejected('invalidDuration');
    const ctx = call.command(call.caller);
    const loginDate = await queries.todayOf(companyId, employeeId, timeZone, ctx.now);
    const outcome = await setOwnDuration(ctx, { employeeId, loginDate, hours });
    // The employee was deleted since the session was checked.
    if (!outcome.ok) return outcome.code === 'noSuchEmployee' ? rejected('notLoggedIn') : outcome;
    return done(companyId, outcome.value, hours, outcome.position, ctx.now);
  });

  route(endpoints.editShiftDurationOf, async (call) => {
    const { shiftDuration, employeeId, loginDate, loginTime } = call.body;
    const hours = readHours(shiftDuration);
    if (hours === null) return rejected('invalidDuration');
    const ctx = call.command(call.caller);
    const shift = { employeeId, loginDate, hours };
    const outcome =
      loginTime === undefined
        ? await commands.setDuration(ctx, shift)
        : await commands.add(ctx, {
            ...{ ...shift, loginTime },
            timeZone: await timeZoneFor(call.caller, employeeId, timeZoneOf),
          });
    if (!outcome.ok) return outcome;
    return done(call.caller.companyId, outcome.value, hours, outcome.position, ctx.now);
  });

  route(endpoints.editShiftStart, async (call) => {
    const { companyId, employeeId, timeZone } = call.caller;
    const ctx = call.command(call.caller);
    const loginDate = await queries.todayOf(companyId, employeeId, timeZone, ctx.now);
    const { loginTime } = call.body;
    const outcome = await commands.setStart(ctx, { employeeId, loginDate, loginTime });
    if (!outcome.ok) return outcome.code === 'noSuchEmployee' ? rejected('notLoggedIn') : outcome;
    return begun(ctx.companyId, outcome.value, outcome.position, ctx.now);
  });

  route(endpoints.editShiftStartOf, async (call) => {
    const ctx = call.command(call.caller);
    const outcome = await commands.setStart(ctx, call.body);
    if (!outcome.ok) return outcome;
    return begun(ctx.companyId, outcome.value, outcome.position, ctx.now);
  });

  async function begun(companyId: string, outcome: ShiftOutcome, position: number, now: string) {
    const loginTime = outcome.shift.kind === 'not begun' ? now : outcome.shift.startedAt;
    const rate = await rateOf(companyId, outcome, now);
    const reply = { message: messages.updated, loginTime, salesPerHour: rate ?? ('N/A' as const) };
    return { ok: true as const, position, reply };
  }

  /** Shows the shift after the command; the read models may not have it yet. */
  async function done(
    companyId: string,
    outcome: ShiftOutcome | null,
    newDuration: number,
    position: number,
    now: string,
  ) {
    const rate = outcome && (await rateOf(companyId, outcome, now));
    const reply = { message: messages.updated, newDuration, salesPerHour: rate ?? ('N/A' as const) };
    return { ok: true as const, position, reply };
  }

  async function rateOf(companyId: string, { employeeId, loginDate, shift }: ShiftOutcome, now: string) {
    if (shift.kind === 'not begun') return null;
    const { startedAt, setDuration } = shift;
    const hours = { startedAt, setDuration, endedAt: shift.kind === 'ended' ? shift.endedAt : null };
    return salesPerHour(await queries.closedSalesOf(companyId, employeeId, loginDate), hours, now);
  }
}
