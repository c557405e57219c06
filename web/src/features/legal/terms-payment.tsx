import { Link } from 'react-router-dom';
import { BASE_PRICE, SEAT_PRICE } from '#contracts/plan.ts';
import { paths } from '../../kit/paths.ts';
import type { Clause } from './legal-page.view.tsx';

/** Terms of use, second part: payment, leaving, and the data afterwards. */
export const termsPayment: readonly Clause[] = [
  {
    id: 'trial',
    title: 'Free trial of 7 days',
    text: (
      <>
        <p>
          A company’s first subscription begins with a free trial of 7 days. We ask for a card at the start
          and charge nothing until the trial is over. Two days before, we remind you by email.
        </p>
        <p>
          Cancel within the 7 days and you pay nothing. A company has one trial, and so has a card; without
          one, the first month is charged at once.
        </p>
      </>
    ),
  },
  {
    id: 'price',
    title: 'Price and payment',
    text: (
      <>
        <p>After the trial a month costs, in Canadian dollars and without the taxes that apply:</p>
        <ul>
          <li>a base fee of {BASE_PRICE} for the company, and</li>
          <li>{SEAT_PRICE} for each registered employee.</li>
        </ul>
        <p>
          The number follows by itself when you add or delete employees; part of a month is charged by the
          day. For more than 300 employees we agree on a price with you. Payment is by card, in advance for
          each month, through our payment provider. Your company profile shows the monthly charge and the next
          billing date.
        </p>
        <p>
          When a payment fails, it is tried again over the following days and you are told. If it keeps
          failing, the subscription ends.
        </p>
      </>
    ),
  },
  {
    id: 'cancel',
    title: 'Cancelling and refunds',
    text: (
      <>
        <p>
          There is no commitment. The super employee can cancel at any time in the company profile. It takes
          effect at once, and what you paid for the unused days of the month is refunded to the card.
        </p>
        <p>You can come back within six months and find everything as you left it.</p>
      </>
    ),
  },
  {
    id: 'data',
    title: 'Your data',
    text: (
      <>
        <p>
          What you and your employees enter is yours. We use it to run Tallyboard for you and for nothing
          else, and you can download every table as CSV at any time. Our{' '}
          <Link to={paths.privacy}>privacy policy</Link> says how we treat data about people.
        </p>
        <p>
          After the end of a subscription we keep your data for six months, so that you can return. Then it is
          erased and cannot be brought back.
        </p>
      </>
    ),
  },
  {
    id: 'end',
    title: 'When we end it',
    text: (
      <p>
        We may suspend an account that endangers others, breaks these terms or is not paid, and tell you why.
        Where it can be put right, you have 14 days for that before we end the agreement. If we end it for
        another reason, you hear of it 60 days before and get the unused days back.
      </p>
    ),
  },
];
