import { Link } from 'react-router-dom';
import { paths } from '../../kit/paths.ts';
import type { Clause } from './legal-page.view.tsx';

/** Privacy policy, last part: the rights of people. */
export const privacyRights: readonly Clause[] = [
  {
    id: 'rights',
    title: 'Your rights',
    text: (
      <>
        <p>You may ask us, free of charge,</p>
        <ul>
          <li>which personal data of yours we keep, and for a copy of it in a common format,</li>
          <li>to correct what is wrong,</li>
          <li>to erase what is not needed any more,</li>
          <li>to stop marketing email and to take back any other consent, at any time and for the future.</li>
        </ul>
        <p>
          We answer within 30 days. If you work for a company that uses Tallyboard, ask that company first. If
          you are not content with an answer, you can turn to the Office of the Privacy Commissioner of
          Canada; people in the European Union and the United Kingdom to their own authority.
        </p>
      </>
    ),
  },
  {
    id: 'erasure',
    title: 'Erasure',
    text: (
      <>
        <p>
          A manager can delete an employee at any time. The account, its sessions and its email are gone at
          once; sales and shifts stay with the company, which needs them for its books. Name, email and number
          stay in its history until they are erased, too: employees ask for that in My Profile, where they
          also get a file of all that is stored about them, and their company answers.
        </p>
        <p>
          When a company is erased, everything about it goes: people, sales, shifts, the history of changes,
          letters and codes. Copies in backups disappear as those are replaced. What is left is a note of when
          it happened, without personal data.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: <p>Tallyboard is a tool for work. It is not meant for anybody under 16.</p>,
  },
  {
    id: 'changes',
    title: 'Changes of this policy',
    text: (
      <p>
        The date at the top says when it last changed. Of changes that matter we tell every super employee by
        email 30 days before.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <p>
        Our privacy officer reads what comes through the <Link to={paths.contact}>contact page</Link>. Begin
        your message with “Privacy”. You have a reply within 24 hours, and an answer within 30 days.
      </p>
    ),
  },
];
