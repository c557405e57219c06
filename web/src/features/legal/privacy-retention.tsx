import type { Clause } from './legal-page.view.tsx';

/** Privacy policy, second part: processors, retention and protection. */
export const privacyRetention: readonly Clause[] = [
  {
    id: 'processors',
    title: 'Who works for us',
    text: (
      <>
        <p>Some of the work is done by others, under contracts that let them use data for that work only:</p>
        <ul>
          <li>
            <b>Payments:</b> Stripe. Card data goes from your browser to Stripe and never to us; we know the
            kind of the card and its last four digits at most.
          </li>
          <li>
            <b>Hosting and backups</b> of our servers and databases.
          </li>
          <li>
            <b>Delivery of email.</b>
          </li>
        </ul>
        <p>
          Some of them work outside of Canada, where other laws apply. Beyond that we hand out data only where
          a law or a court compels us, and tell you if we may.
        </p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    text: (
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">How long</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Personal data of active accounts</th>
            <td>
              14 months after it was last used, such as remembered devices and ended sessions. Sales, shifts
              and commissions are business records of your company and stay while its account is active
            </td>
          </tr>
          <tr>
            <th scope="row">A company whose subscription ended</th>
            <td>Six months after termination, so that it can return; then everything of it is erased</td>
          </tr>
          <tr>
            <th scope="row">A registration that was never completed</th>
            <td>Six months after its last step</td>
          </tr>
          <tr>
            <th scope="row">Passkeys</th>
            <td>
              Until you delete them or your account ends. We have the public half, its name and when it was
              used
            </td>
          </tr>
          <tr>
            <th scope="row">One-time codes</th>
            <td>Valid for ten minutes, stored as a hash</td>
          </tr>
          <tr>
            <th scope="row">Content of letters we sent</th>
            <td>A week after delivery</td>
          </tr>
          <tr>
            <th scope="row">Invoices</th>
            <td>Six years at our payment provider, as tax law demands</td>
          </tr>
        </tbody>
      </table>
    ),
  },
  {
    id: 'audit',
    title: 'The history of changes',
    text: (
      <p>
        Every change is kept with its time and the person who made it, so that each number can be explained.
        Managers of a company can read the history of their own company and nobody can alter it. It is not
        meant to watch people beyond their sales work: keystrokes, screens and places are never recorded.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'How it is guarded',
    text: (
      <p>
        Connections are encrypted. Passwords, session tokens and codes are stored as hashes only, so that a
        stolen database opens no account. Each request is bound to one company, in the program and once more
        in the database. Tries to guess are counted and stopped. If your data is ever exposed in a way that
        could harm you, we tell you and the Privacy Commissioner without delay.
      </p>
    ),
  },
];
