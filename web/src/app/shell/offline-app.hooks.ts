import { useEffect } from 'react';

export function useOfflineApp(): void {
  useEffect(() => {
    // A browser that refuses it works with a network only.
    keepForOffline().catch(() => undefined);
  }, []);
}

/** The pages that a person comes to who logs out without a network. */
const AFTER_LOG_OUT = [
  () => import('../../features/landing/landing.view.tsx'),
  () => import('../../features/landing/sections.view.tsx'),
  () => import('../../features/sign-in/sign-in.view.tsx'),
  () => import('../routes/open-sign-out.view.tsx'),
];

/**
 * Lets the app open without a network from now on: the worker keeps its files, with those that this page has already
 * loaded. Browsers have workers only on pages over https and of the same machine.
 */
async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/worker.js');
  await navigator.serviceWorker.ready;
  await Promise.allSettled(AFTER_LOG_OUT.map((load) => load()));
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const kept = await caches.open('tallyboard-files');
  const own = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`));
  await Promise.all(
    own.map(async (name) => {
      if (!(await kept.match(name))) await kept.add(name);
    }),
  );
}
