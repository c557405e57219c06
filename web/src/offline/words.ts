const currency = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });
const time = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeZone: 'UTC' });

/** What is no instant is shown as it stands: a file may say anything. */
const shown = (format: Intl.DateTimeFormat) => (text: string) => {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : format.format(at);
};

/** Whole cents. */
export const money = (cents: number): string => currency.format(cents / 100);
export const percent = (value: number): string => `${value} %`;
/** UTC ISO-8601, shown in the zone of whoever reads. */
export const instant = shown(time);
/** yyyy-mm-dd. */
export const dayOf = shown(day);
