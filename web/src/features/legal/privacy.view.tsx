import { CookiePreferences } from '../../app/public/cookie-preferences.view.tsx';
import { LegalPage } from './legal-page.view.tsx';
import { privacyOfKeeping } from './privacy-of-keeping.tsx';
import { privacyOfPeople } from './privacy-of-people.tsx';
import { privacyOfUse } from './privacy-of-use.tsx';

export function PrivacyPage() {
  return (
    <>
      <LegalPage
        title="Privacy Policy"
        description="Which personal data Tallyboard keeps, why, for how long, who sees it, and what you can ask for."
        updated="1 September 2026"
        lead="Which personal data we keep, why, for how long, who sees it, and what you can ask for. Written to be read."
        clauses={[...privacyOfUse, ...privacyOfKeeping, ...privacyOfPeople]}
      />
      <CookiePreferences />
    </>
  );
}
