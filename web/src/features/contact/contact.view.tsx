import { useAtomValue, useSetAtom } from 'jotai';
import { EMPLOYEE_COUNT_RANGES } from '#contracts/events/company.events.ts';
import { FormSheet } from '../../app/forms/form-sheet.view.tsx';
import { PublicPage } from '../../app/public/public-page.view.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { contactForm } from './contact.atoms.ts';
import styles from './contact.module.css';

export function ContactPage() {
  return (
    <PublicPage
      title="Contact"
      description="Write to the people behind Tallyboard. Support around the clock, and a reply within 24 hours."
    >
      <div className={styles.page}>
        <div className={styles.blurb}>
          <h1>Contact Us</h1>
          <p>
            Questions about a trial, a move from another tool, or a company of more than 300? Write to us.
          </p>
          <dl className={styles.promises}>
            <div>
              <dt>24/7 support</dt>
              <dd>on every plan and during the trial</dd>
            </div>
            <div>
              <dt>A reply within 24 hours</dt>
              <dd>from a person, by email</dd>
            </div>
          </dl>
        </div>
        <div className={styles.sheet}>
          <FormSheet form={contactForm} action="Submit" busyAction="Sending…" next="firstName">
            <p className={styles.note}>Fields marked * are required.</p>
            <ContactFields />
          </FormSheet>
        </div>
      </div>
    </PublicPage>
  );
}

function ContactFields() {
  const draft = useAtomValue(contactForm.draftAtom);
  const refused = useAtomValue(contactForm.refusedAtom);
  const type = useSetAtom(contactForm.typeAtom);
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="First name"
          name="firstName"
          required
          autoComplete="given-name"
          value={draft.firstName}
          error={refused.includes('firstName')}
          onChange={(event) => type({ firstName: event.target.value })}
        />
        <TextField
          label="Last name"
          name="lastName"
          required
          autoComplete="family-name"
          value={draft.lastName}
          error={refused.includes('lastName')}
          onChange={(event) => type({ lastName: event.target.value })}
        />
      </div>
      <TextField
        label="Company name"
        name="companyName"
        required
        autoComplete="organization"
        value={draft.companyName}
        error={refused.includes('companyName')}
        onChange={(event) => type({ companyName: event.target.value })}
      />
      <div className={styles.pair}>
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="email"
          inputMode="email"
          value={draft.email}
          error={refused.includes('email')}
          onChange={(event) => type({ email: event.target.value })}
        />
        <SelectField
          label="Employee count"
          name="employeeCount"
          required
          value={draft.employeeCount}
          error={refused.includes('employeeCount')}
          onChange={(event) => type({ employeeCount: event.target.value })}
        >
          <option value="">Choose a range</option>
          {EMPLOYEE_COUNT_RANGES.map((range) => (
            <option key={range}>{range}</option>
          ))}
        </SelectField>
      </div>
      <TextAreaField
        label="How can we assist?"
        name="message"
        required
        rows={6}
        value={draft.message}
        error={refused.includes('message')}
        onChange={(event) => type({ message: event.target.value })}
      />
      <Checkbox
        label="You may send me marketing mail"
        name="consent"
        checked={draft.consent}
        onChange={(event) => type({ consent: event.target.checked })}
      />
    </>
  );
}
