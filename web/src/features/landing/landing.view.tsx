import { useAtom } from 'jotai';
import { lazy, Suspense, useEffect } from 'react';
import { PublicFooter } from '../../kit/public/public-footer.view.tsx';
import { useDescription } from '../../kit/public/public-page.hooks.ts';
import { CookieBanner } from './cookie-banner.view.tsx';
import { Hero } from './hero.view.tsx';
import { isDrawnAtom } from './landing.atoms.ts';
import styles from './landing.module.css';
import { LandingHeader } from './landing-header.view.tsx';

const Sections = lazy(async () => ({ default: (await import('./sections.view.tsx')).Sections }));

/** Reserves the space of the sections until they are loaded. */
const Rest = () => <div className={styles.rest} data-loading />;

export function LandingPage() {
  const [isDrawn, setDrawn] = useAtom(isDrawnAtom);
  useEffect(() => setDrawn(true), [setDrawn]);
  useDescription(
    'The live board of sales teams: record a sale, see your commission at once, and watch the whole floor move. 7 days free.',
  );
  return (
    <>
      <title>Tallyboard: the live board of sales teams</title>
      <CookieBanner />
      <LandingHeader />
      <main>
        <Hero />
        {isDrawn ? (
          <Suspense fallback={<Rest />}>
            <Sections />
          </Suspense>
        ) : (
          <Rest />
        )}
      </main>
      <PublicFooter />
    </>
  );
}
