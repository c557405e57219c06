import { atom } from 'jotai';
import { getAllEmployees } from '#contracts/endpoints/employees.endpoints.ts';
import { getProof, getSeals, startVerification } from '#contracts/endpoints/proof.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { errorTickets, noTickets } from '../../ui/tickets.ts';

/** Where the chain of the company ends, and how far the newest check is. */
export const proofResource = createResource({ ask: (api) => api.call(getProof, {}) });

/** The newest seals; a year of them. */
export const sealsResource = createResource({
  ask: (api) => api.call(getSeals, { query: { limit: '366' } }),
});

/** Whose statement may be had. */
export const peopleResource = createResource({ ask: (api) => api.call(getAllEmployees, { query: {} }) });

export const verificationAtom = atom((get) => get(proofResource.replyAtom)?.verification ?? null);

export const isRunningAtom = atom((get) => get(verificationAtom)?.state === 'running');

export const startingAtom = atom(false);
export const ticketsAtom = atom(noTickets);

/** Begins a check, or joins the one that is under way. */
export const checkAtom = atom(null, async (get, set) => {
  set(startingAtom, true);
  set(ticketsAtom, noTickets);
  const answer = await get(apiAtom).call(startVerification, {});
  if (!answer.ok) set(ticketsAtom, errorTickets(answer.message));
  await set(proofResource.reloadAtom);
  set(startingAtom, false);
});
