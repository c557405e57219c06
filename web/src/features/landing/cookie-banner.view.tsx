import { useAtomValue, useSetAtom } from 'jotai';
import {
  acceptAllAtom,
  acceptNecessaryAtom,
  bannerIsShownAtom,
  openPreferencesAtom,
} from '../../kit/public/cookie-consent.atoms.ts';
import { CookiePreferences } from '../../kit/public/cookie-preferences.view.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './cookie-banner.module.css';

/** Part of the page, so that it covers nothing before the visitor has chosen. */
export function CookieBanner() {
  const isShown = useAtomValue(bannerIsShownAtom);
  const acceptAll = useSetAtom(acceptAllAtom);
  const refuse = useSetAtom(acceptNecessaryAtom);
  const customize = useSetAtom(openPreferencesAtom);
  if (!isShown) return null;
  return (
    <section className={styles.banner} aria-label="Cookie consent">
      <div className={styles.inner}>
        <p>
          We use cookies that keep Tallyboard working. With your consent also some for analytics and
          marketing.
        </p>
        <div className={styles.actions}>
          <Button variant="quiet" onClick={customize}>
            Customize
          </Button>
          <Button onClick={refuse}>Only necessary</Button>
          <Button onClick={acceptAll}>Accept All</Button>
        </div>
      </div>
      <CookiePreferences />
    </section>
  );
}
