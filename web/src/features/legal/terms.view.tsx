import { LegalPage } from './legal-page.view.tsx';
import { termsAgreement } from './terms-agreement.tsx';
import { termsPayment } from './terms-payment.tsx';
import { termsUsage } from './terms-usage.tsx';

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Use"
      description="What you get from Tallyboard, what it costs, how you leave, and which law applies."
      updated="1 September 2026"
      lead="What you get from us, what it costs, how you leave again, and which law applies. Whoever registers a company or signs in to one agrees to this."
      clauses={[...termsUsage, ...termsPayment, ...termsAgreement]}
    />
  );
}
