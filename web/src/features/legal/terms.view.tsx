import { LegalPage } from './legal-page.view.tsx';
import { termsOfPaying } from './terms-of-paying.tsx';
import { termsOfTheAgreement } from './terms-of-the-agreement.tsx';
import { termsOfUsing } from './terms-of-using.tsx';

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Use"
      description="What you get from Tallyboard, what it costs, how you leave, and which law applies."
      updated="1 September 2026"
      lead="What you get from us, what it costs, how you leave again, and which law applies. Whoever registers a company or signs in to one agrees to this."
      clauses={[...termsOfUsing, ...termsOfPaying, ...termsOfTheAgreement]}
    />
  );
}
