import { Link } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import type { Clause } from './legal-page.view.tsx';

/** Terms of use, last part: the agreement itself. */
export const termsAgreement: readonly Clause[] = [
  {
    id: 'ownership',
    title: 'Our software',
    text: (
      <p>
        The software, its design and its name are ours, except for open-source parts, which keep their own
        licences. Ideas that you send us may be used by us without any claim.
      </p>
    ),
  },
  {
    id: 'confidentiality',
    title: 'Confidentiality',
    text: (
      <p>
        Both of us keep secret what we learn about the other and what is not public, and use it for this
        agreement only. That lasts for three years after its end; for data about people it lasts for good.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Warranty and liability',
    text: (
      <>
        <p>
          We provide Tallyboard with the care of a professional. Beyond what these terms promise, it is
          provided as it is, without warranties, as far as the law allows.
        </p>
        <p>
          Neither of us is liable for lost profit or indirect damage. Our liability in any twelve months is
          limited to what you paid in those twelve months. None of this limits liability for intent, gross
          negligence, injury to people, or anything else for which the law allows no limit.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes of terms and prices',
    text: (
      <p>
        We may change these terms and our prices. The super employee hears of it by email at least 30 days
        before. Who does not agree can cancel until then; who goes on using Tallyboard afterwards agrees.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Governing law',
    text: (
      <p>
        The laws of the Province of Ontario and the federal laws of Canada that apply there govern this
        agreement, without their rules on the conflict of laws and without the United Nations Convention on
        Contracts for the International Sale of Goods. The courts of Ontario decide. If a clause does not
        hold, the others do.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <p>
        Questions about these terms and notices to us go through the{' '}
        <Link to={paths.contact}>contact page</Link>. Our notices to you go to the email of the super
        employee.
      </p>
    ),
  },
];
