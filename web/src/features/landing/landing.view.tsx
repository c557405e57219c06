import { atom, useAtom } from 'jotai';
import { lazy, Suspense, useEffect } from 'react';
import { paths } from '../../kit/paths.ts';
import { PublicFooter } from '../../kit/public/public-footer.view.tsx';
import { useDescription } from '../../kit/public/public-page.hooks.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CookieBanner } from './cookie-banner.view.tsx';
import { DemoBoard } from './demo-board.view.tsx';
import styles from './landing.module.css';
import { LandingHeader } from './landing-header.view.tsx';

/**
 * The part below the fold is loaded after the part above it is drawn. On return the whole page is there, so that
 * the scroll position can be restored.
 */
const isDrawnAtom = atom(false);

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

/** The claim, and the product itself. */
function Hero() {
  return (
    <section className={styles.board} aria-label="What Tallyboard is">
      <div className={styles.inner} data-theme="dark">
        <div className={styles.hero}>
          <h1>Every sale is on the board the moment it closes.</h1>
          <div className={styles.words}>
            <p>
              Tallyboard is the live board of sales teams: record a sale, see your commission at once, and
              watch the whole floor move.
            </p>
            <div className={styles.actions}>
              <LinkButton to={paths.register}>Start your free trial</LinkButton>
              <span>7 days free. No commitment.</span>
            </div>
          </div>
          <DemoBoard />
        </div>
      </div>
    </section>
  );
}
