import { useDescription } from '../../app/public-page.hooks.ts';
import { CookieBanner } from './cookie-banner.view.tsx';
import { Hero } from './hero.view.tsx';

export function LandingPage() {
  useDescription('x');
  return (
    <>
      <title>Tallyboard: the live board of sales teams</title>
      <CookieBanner />
      <Hero />
    </>
  );
}
