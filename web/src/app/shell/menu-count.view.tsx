import { lazy, Suspense } from 'react';
import { paths } from '../../kit/paths.ts';

const ClaimsCount = lazy(async () => {
  const chunk = await import('../../kit/claims/claims-count.view.tsx').catch(() => null);
  return { default: chunk?.ClaimsCount ?? (() => null) };
});

/** Beside the entry of a menu that counts what is open; loaded when the menu stands. */
export function MenuCount({ path }: { path: string }) {
  if (path !== paths.claims) return null;
  return (
    <Suspense fallback={null}>
      <ClaimsCount />
    </Suspense>
  );
}
