import type { createStore } from 'jotai';
import { apiAtom } from '../../api/api.atoms.ts';
import { watched } from '../../api/watched-client.ts';
import { hearRefusalAtom } from './session.atoms.ts';

/** From now on the session of this page hears what the server refuses, whoever asked. Once per page. */
export function hearRefusals(store: ReturnType<typeof createStore>): void {
  store.set(
    apiAtom,
    watched(store.get(apiAtom), (error) => store.set(hearRefusalAtom, error)),
  );
}
