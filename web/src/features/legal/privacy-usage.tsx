import { useSetAtom } from 'jotai';
import { openPreferencesAtom } from '../../kit/public/cookie-consent.atoms.ts';
import { Button } from '../../ui/button.tsx';
import type { Clause } from './legal-page.view.tsx';
import styles from './privacy-usage.module.css';

/** Privacy policy, first part: the collected data and its purpose. */
export const privacyUsage: readonly Clause[] = [
  {
    id: 'responsible',
    title: 'Who is responsible',
    text: (
      <>
        <p>
          For visitors of this site and for people who register a company, Tallyboard decides what happens
          with personal data. We follow the Personal Information Protection and Electronic Documents Act
          (PIPEDA) of Canada.
        </p>
        <p>
          For the people whom a company adds as its employees, that company decides, and we process the data
          on its behalf. Ask your employer first; we help your employer to answer you.
        </p>
      </>
    ),
  },
  {
    id: 'collected',
    title: 'What we collect',
    text: (
      <ul>
        <li>
          <b>Of a company:</b> its name, the range of its employee count, the state of its subscription.
        </li>
        <li>
          <b>Of its people:</b> name, email, employee number, role, campaign, and a password of which only an
          argon2id hash is stored.
        </li>
        <li>
          <b>Of their work:</b> sales with price, status, customer number and details, commission, shifts with
          login time and duration, and who changed what and when.
        </li>
        <li>
          <b>Of who writes to us:</b> what stands in the contact form, and whether marketing email is welcome.
        </li>
        <li>
          <b>For security:</b> network address, browser and time zone of a sign-in, and counts of failed
          tries.
        </li>
      </ul>
    ),
  },
  {
    id: 'purposes',
    title: 'What it is used for',
    text: (
      <>
        <p>
          To provide Tallyboard: to sign people in, compute commission, draw the board, write the letters that
          belong to it (codes, receipts, reminders) and take payments. To protect it against misuse. To answer
          you.
        </p>
        <p>
          Marketing email goes only to those who consented, and each one says how to stop it. We sell no data,
          show no advertisements in the product, and train no models on what you enter.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and local storage',
    text: (
      <>
        <p>Necessary cookies keep Tallyboard working and cannot be switched off:</p>
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">What it is for</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">tb_session</th>
              <td>Keeps you signed in; ends 30 days after its last use</td>
            </tr>
            <tr>
              <th scope="row">tb_device</th>
              <td>
                Knows this browser again, so that strangers who guess passwords cannot lock you out; 400 days
              </td>
            </tr>
            <tr>
              <th scope="row">tb_second_step</th>
              <td>Holds the two steps of a sign-in together, for five minutes</td>
            </tr>
            <tr>
              <th scope="row">tb_position</th>
              <td>Lets you see your own changes at once</td>
            </tr>
            <tr>
              <th scope="row">tb_registrant, tb_registration</th>
              <td>Hold the steps of a registration together, for minutes</td>
            </tr>
            <tr>
              <th scope="row">cookieConsent</th>
              <td>Remembers your choice below, in the storage of your browser</td>
            </tr>
            <tr>
              <th scope="row">tallyboard.theme, tallyboard.shortcuts</th>
              <td>Remember how you like your screen, in the storage of your browser</td>
            </tr>
          </tbody>
        </table>
        <p>
          Analytics and marketing cookies are off unless you switch them on. Today we set none of either kind.
          Our payment provider sets cookies of its own on the pages with a card form, against fraud.
        </p>
        <CookieChoiceButton />
      </>
    ),
  },
];

/** Withdrawing consent is as easy as giving it. */
function CookieChoiceButton() {
  const open = useSetAtom(openPreferencesAtom);
  return (
    <div className={styles.choice}>
      <Button variant="plain" onClick={open}>
        Change cookie preferences
      </Button>
    </div>
  );
}
