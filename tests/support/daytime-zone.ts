/** Of a zone east of Greenwich the name has a minus, by POSIX. */
function zoneOf(hoursEast: number): string {
  if (hoursEast === 0) return 'Etc/GMT';
  return `Etc/GMT${hoursEast > 0 ? '-' : '+'}${Math.abs(hoursEast)}`;
}

/** A time zone where it is about noon while the tests run, so that no test meets a midnight it does not want. */
export const DAYTIME_ZONE = zoneOf(12 - new Date().getUTCHours());
