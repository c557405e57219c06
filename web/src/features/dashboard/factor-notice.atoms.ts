import { atom } from 'jotai';
import { getFactors } from '#contracts/endpoints/second-factors.endpoints.ts';
import { daysBefore, type LocalDate } from '#contracts/local-date.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { todayAtom } from '../../kit/clock.atoms.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { readStorage, writeStorage } from '../../kit/storage.ts';

const PUT_OFF_DAYS = 7;

export const isFactorAskedAtom = atom(false);

const keyAtom = atom((get) => `factorNotice:${get(employeeAtom).id}`);

/** Asks a person without a second factor for one, unless it was put off lately in this browser. */
export const askForFactorAtom = atom(null, async (get, set) => {
  const until = readStorage(get(keyAtom)) as LocalDate | null;
  if (until !== null && get(todayAtom) < until) return;
  const answer = await get(apiAtom).call(getFactors, {});
  set(isFactorAskedAtom, answer.ok && !answer.reply.authenticator && answer.reply.passkeys === 0);
});

export const putFactorOffAtom = atom(null, (get, set) => {
  writeStorage(get(keyAtom), daysBefore(get(todayAtom), -PUT_OFF_DAYS));
  set(isFactorAskedAtom, false);
});
