import { CookiePreferences } from '../../kit/public/cookie-preferences.view.tsx';
import { LegalPage } from './legal-page.view.tsx';
import { privacyRetention } from './privacy-retention.tsx';
import { privacyRights } from './privacy-rights.tsx';
import { privacyUsage } from './privacy-usage.tsx';

export function PrivacyPage() {
  return (
    <>
      <LegalPage
        title="Privacy Policy"
        description="Which personal data Tallyboard keeps, why, for how long, who sees it, and what you can ask for."
        updated="1 September 2026"
        lead="Which personal data we keep, why, for how long, who sees it, and what you can ask for. Written to be read."
        clauses={[...privacyUsage, ...privacyRetention, ...privacyRights]}
      />
      <CookiePreferences />
    </>
  );
}
