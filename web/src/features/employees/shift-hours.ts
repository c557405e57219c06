import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { formatHours } from '../../ui/format.ts';

/** The hours between begin and end; undefined while the shift is open. */
function clockedHours({ login_time, logout_time }: ShiftLogRow): number | undefined {
  if (login_time === null || logout_time === null) return undefined;
  return (Date.parse(logout_time) - Date.parse(login_time)) / 3_600_000;
}

/** The set duration of a shift, or the clocked hours of an ended one; null while neither is known. */
export function hoursOf(shift: ShiftLogRow): number | null {
  if (shift.login_time === null) return null;
  return shift.shift_duration === 'N/A' ? (clockedHours(shift) ?? null) : shift.shift_duration;
}

export function durationText(shift: ShiftLogRow): string {
  if (shift.login_time === null) return '–';
  const text = formatHours(hoursOf(shift) ?? 'N/A');
  return shift.shift_duration === 'N/A' && shift.logout_time !== null ? `${text} clocked` : text;
}

/** The hours that count for sales per hour and in the total; null where they are those of the duration. */
export function countedText(shift: ShiftLogRow): string | null {
  if (shift.hours === null) return null;
  const counted = formatHours(shift.hours);
  return counted === formatHours(hoursOf(shift) ?? 'N/A') ? null : `${counted} counted`;
}
