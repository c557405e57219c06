import { faultText, sealFaultText, type Verdict } from '#contracts/proof/verdict.ts';

/** While the program runs, events get their seal sooner than this. */
const SOON_SECONDS = 10;

/** The daily seals that were compared with a chain; `unfit`: the day of the first that does not match. */
export type ComparedSeals = { readonly seals: number; readonly unfit: string | null };

/** The report about a company for a terminal, in one line. */
export function verdictText(
  company: string,
  { fault, events, erased, head, unsealed }: Verdict,
  { seals, unfit }: ComparedSeals,
): string {
  if (fault)
    return `${company}: NOT as sealed. ${faultText(fault)} ${count(events)} before it are as sealed.`;
  if (unfit !== null) return `${company}: NOT as sealed. ${sealFaultText(unfit)}`;
  const parts = [`${company}: ${count(events)} as sealed`];
  if (head) parts.push(`the chain ends at position ${head.position} with ${head.link}`);
  if (seals > 0) parts.push(seals === 1 ? '1 seal of a day fits' : `${seals} seals of days fit`);
  if (erased > 0) parts.push(`personal data of ${count(erased)} is erased`);
  if (unsealed.events > 0) parts.push(unsealedText(unsealed));
  return `${parts.join('; ')}.`;
}

function unsealedText({ events, seconds }: Verdict['unsealed']): string {
  const late = seconds > SOON_SECONDS ? ` after ${Math.round(seconds)} s (no running program seals)` : '';
  return `${count(events)} not sealed yet${late}`;
}

function count(events: number): string {
  return events === 1 ? '1 event' : `${events} events`;
}
