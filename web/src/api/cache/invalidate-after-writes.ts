import type { createStore } from 'jotai';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { apiAtom } from '../api.atoms.ts';
import type { Answer } from '../api-client.ts';
import { watched } from '../watched-client.ts';
import { changedBy } from './changed-by.ts';
import { invalidateAtom } from './invalidation.atoms.ts';

/** Invalidates, after each write of this page, what the write changed. Called once per page. */
export function invalidateAfterWrites(store: ReturnType<typeof createStore>): void {
  store.set(
    apiAtom,
    watched(store.get(apiAtom), (endpoint, answer) => {
      if (isNews(answer)) store.set(invalidateAtom, changedBy(endpoint));
    }),
  );
}

/** `404` and `409`: the screen was out of date. */
function isNews(answer: Answer<Endpoint>): boolean {
  return answer.ok || answer.status === 404 || answer.status === 409;
}
