import { EMPLOYEE_COUNT_RANGES } from '#contracts/company-kinds.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { UnsavedWork } from '../../kit/forms/unsaved-work.view.tsx';
import { PublicPage } from '../../kit/public/public-page.view.tsx';
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
          <UnsavedWork form={contactForm} />
        </div>
      </div>
    </PublicPage>
  );
}

function ContactFields() {
  const { draft, type, bind } = useFields(contactForm);
  return (
    <>
      <div className={styles.pair}>
        <TextField {...bind('firstName')} label="First name" required autoComplete="given-name" />
        <TextField {...bind('lastName')} label="Last name" required autoComplete="family-name" />
      </div>
      <TextField {...bind('companyName')} label="Company name" required autoComplete="organization" />
      <div className={styles.pair}>
        <TextField
          {...bind('email')}
          label="Email"
          type="email"
          required
          autoComplete="email"
          inputMode="email"
        />
        <SelectField {...bind('employeeCount')} label="Employee count" required>
          <option value="">Choose a range</option>
          {EMPLOYEE_COUNT_RANGES.map((range) => (
            <option key={range}>{range}</option>
          ))}
        </SelectField>
      </div>
      <TextAreaField {...bind('message')} label="How can we assist?" required rows={6} />
      <Checkbox
        label="You may send me marketing mail"
        name="consent"
        checked={draft.consent}
        onChange={(event) => type({ consent: event.target.checked })}
      />
    </>
  );
}
