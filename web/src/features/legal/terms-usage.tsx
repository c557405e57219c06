import type { Clause } from './legal-page.view.tsx';

/** Terms of use, first part: the service and its use. */
export const termsUsage: readonly Clause[] = [
  {
    id: 'agreement',
    title: 'Who agrees with whom',
    text: (
      <>
        <p>
          These terms are an agreement between Tallyboard (“we”) and the company that is registered (“you”).
          Whoever registers a company confirms the right to sign for it, and becomes its administrator, called
          super employee.
        </p>
        <p>
          The people whom you add are your employees. They use Tallyboard on your behalf, and you answer for
          what they do with it.
        </p>
      </>
    ),
  },
  {
    id: 'service',
    title: 'What you get',
    text: (
      <>
        <p>
          Tallyboard records sales against campaigns, computes commission, sets goals, keeps shifts and job
          aids, and shows all that live. You may use it for the business of your own company, with as many
          employees as you have registered, for as long as your trial or subscription runs.
        </p>
        <p>
          We improve it all the time. If we ever take away something that you rely on, we tell you 30 days
          before.
        </p>
      </>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    text: (
      <>
        <p>
          Each employee has an own account, with an email that belongs to nobody else. Passwords and one-time
          codes are not shared. Tell us at once when you believe that somebody else has used an account; you
          can also end every session of a person yourself.
        </p>
        <p>
          Managers may see and change what the work of a team needs: employees, campaigns, goals, job aids,
          shifts and sales. The super employee alone manages the company’s profile and its subscription.
        </p>
      </>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    text: (
      <>
        <p>You and your employees will not</p>
        <ul>
          <li>enter what you may not process, card numbers of your customers above all,</li>
          <li>try to reach data of another company, or to get around limits and protections,</li>
          <li>resell Tallyboard, or copy it to build something like it,</li>
          <li>use it for anything that is against the law where you or we are.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'commission',
    title: 'Commission figures',
    text: (
      <p>
        Commission is computed from what you enter: price, discount, and the tax and rate of the campaign at
        the time of the sale. The formula stands beside every sale. What you owe your employees follows from
        your agreements with them and from the law, not from Tallyboard; check the figures before you pay. We
        give no payroll, tax or legal advice.
      </p>
    ),
  },
  {
    id: 'support',
    title: 'Support and availability',
    text: (
      <p>
        Support is there around the clock, and you have a reply within 24 hours. We work to keep Tallyboard
        available at all times; maintenance that interrupts it is announced by email where we can plan it.
      </p>
    ),
  },
];
