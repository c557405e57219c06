import { isManager, type Principal } from '#platform/principal.ts';
import type { ChannelPlace } from './channels.ts';

/**
 * Where a person listens; nobody chooses. Rooms are per time zone where 'today' is in what they show, and
 * all names hold the company or the person, which ids make unique over the installation.
 */
export function placesOf(principal: Principal): ChannelPlace[] {
  const { companyId, employeeId, timeZone } = principal;
  const places: ChannelPlace[] = [
    { topic: 'billboard', companyId, timeZone, person: null, room: `company:${companyId}/${timeZone}` },
    {
      topic: 'own figures',
      companyId,
      timeZone,
      person: employeeId,
      room: `person:${companyId}/${employeeId}/${timeZone}`,
    },
  ];
  if (isManager(principal)) {
    places.push({ topic: 'sale news', companyId, timeZone, person: null, room: `managers:${companyId}` });
  }
  return places;
}
