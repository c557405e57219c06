import { atom } from 'jotai';
import { getPasskeys } from '#contracts/endpoints/passkeys.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { readStorage, writeStorage } from '../storage.ts';
import { hasPasskeys } from './passkey-device.ts';
import { employeeAtom } from './session.atoms.ts';

/** Whether the person has just signed in by password, in this page. */
export const signedInByPasswordAtom = atom(false);
export const isOfferedAtom = atom(false);

/** Offers a passkey to a person without one; once for each person in a browser. */
export const offerPasskeyAtom = atom(null, async (get, set) => {
  const key = `passkeyOffer:${get(employeeAtom).id}`;
  if (!hasPasskeys() || readStorage(key) !== null) return;
  const answer = await get(apiAtom).call(getPasskeys, {});
  if (!answer.ok || answer.reply.requestedData.length > 0) return;
  writeStorage(key, 'made');
  set(isOfferedAtom, true);
});

export const closeOfferAtom = atom(null, (_get, set) => {
  set(signedInByPasswordAtom, false);
  set(isOfferedAtom, false);
});
