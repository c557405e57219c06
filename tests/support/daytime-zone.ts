/** POSIX names of zones east of Greenwich have a minus. */
function zoneOf(hoursEast: number): string {
  // Firefox does not take 'Etc/GMT'.
  if (hoursEast === 0) return 'UTC';
  return `Etc/GMT${hoursEast > 0 ? '-' : '+'}${Math.abs(hoursEast)}`;
}

/** A time zone where it is about noon during the tests, so that no test runs into midnight. */
export const DAYTIME_ZONE = zoneOf(12 - new Date().getUTCHours());
