import type { createStore } from 'jotai';
import { apiAtom } from '../../api/api.atoms.ts';
import { watched } from '../../api/api-client.ts';
import { noticeApiErrorAtom } from './session.atoms.ts';

/** Reports every error of the API to the session of this page. Called once per page. */
export function watchApiErrors(store: ReturnType<typeof createStore>): void {
  store.set(
    apiAtom,
    watched(store.get(apiAtom), (_endpoint, answer) => {
      if (!answer.ok) store.set(noticeApiErrorAtom, answer.error);
    }),
  );
}
