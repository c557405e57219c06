const PEOPLE = [
  ['St. John’s', 'Maya Lindqvist', 'America/St_Johns'],
  ['Halifax', 'Camille Roy', 'America/Halifax'],
  ['Toronto', 'Aisha Rahman', 'America/Toronto'],
  ['Winnipeg', 'Owen Gallagher', 'America/Winnipeg'],
  ['Vancouver', 'Tomás Herrera', 'America/Vancouver'],
] as const;

const [FIRST_HOUR, LAST_HOUR] = [9, 17];

export type Departure = { city: string; name: string; time: string; isOn: boolean; shift: string };

/** Made-up people who work from nine to five of their local time, as it is at `now`. */
export function departures(now: Date): Departure[] {
  return PEOPLE.map(([city, name, timeZone]) => {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    const time = clock.format(now);
    const hour = Number(time.slice(0, 2));
    const isOn = hour >= FIRST_HOUR && hour < LAST_HOUR;
    const shift = isOn ? 'On shift' : hour < FIRST_HOUR ? 'From 09:00' : 'Done for today';
    return { city, name, time, isOn, shift };
  });
}
