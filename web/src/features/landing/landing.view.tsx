import { lazy, Suspense, useEffect, useState } from 'react';
import { PublicFooter } from '../../app/public-footer.view.tsx';
import { useDescription } from '../../app/public-page.hooks.ts';
import { CookieBanner } from './cookie-banner.view.tsx';
import { Hero } from './hero.view.tsx';
import styles from './landing.module.css';
import { LandingHeader } from './landing-header.view.tsx';

const Sections = lazy(async () => ({ default: (await import('./sections.view.tsx')).Sections }));

/** Keeps their place until they are here. */
const Rest = () => <div className={styles.rest} data-loading />;

export function LandingPage() {
  // What is below the fold is asked for once what is above it has been drawn.
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
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
        {isPainted ? (
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
