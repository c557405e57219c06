import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { EMPLOYEE_COUNT_RANGES } from '#contracts/events/company.events.ts';
import { REGISTRANT_PARTS } from '#contracts/password.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { PasswordText, ShowPassword } from '../../ui/password-field.tsx';
import { PasswordNeeds, wordsOf } from '../../ui/password-needs.tsx';
import { NO_PASSWORDS, type RegisterDraft, registerForm } from './register.atoms.ts';
import styles from './register-fields.module.css';

export function RegisterFields() {
  const draft = useAtomValue(registerForm.draftAtom);
  const refused = useAtomValue(registerForm.refusedAtom);
  const type = useSetAtom(registerForm.typeAtom);
  const [shown, show] = useState(false);
  // Passwords do not lie about in a page that was left.
  useEffect(() => () => type(NO_PASSWORDS), [type]);

  const bound = <Name extends keyof RegisterDraft>(name: Name) => ({
    name,
    required: true,
    value: draft[name],
    error: refused.includes(name),
    onChange: (event: { target: { value: string } }) => type({ [name]: event.target.value }),
  });

  return (
    <>
      <div className={styles.pair}>
        <TextField
          {...bound('firstName')}
          label="First name"
          autoComplete="given-name"
          maxLength={TEXT_MAX}
          autoFocus
        />
        <TextField {...bound('lastName')} label="Last name" autoComplete="family-name" maxLength={TEXT_MAX} />
      </div>
      <div className={styles.pair}>
        <TextField
          {...bound('companyName')}
          label="Company name"
          autoComplete="organization"
          maxLength={TEXT_MAX}
        />
        <SelectField {...bound('employeeCount')} label="Employee count" autoComplete="off">
          <option value="">Choose a range</option>
          {EMPLOYEE_COUNT_RANGES.map((range) => (
            <option key={range} value={range}>
              {range}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField {...bound('email')} label="Email" type="email" autoComplete="email" inputMode="email" />
      <div className={styles.passwords}>
        <div className={styles.pair}>
          <PasswordText
            {...bound('password')}
            label="Password"
            autoComplete="new-password"
            shown={shown}
            // Shown below both fields; read out with this one.
            hint={<span className="visually-hidden">{wordsOf(REGISTRANT_PARTS)}</span>}
          />
          <PasswordText
            {...bound('confirmPassword')}
            label="Confirm password"
            autoComplete="new-password"
            shown={shown}
          />
        </div>
        <PasswordNeeds password={draft.password} parts={REGISTRANT_PARTS} />
        <ShowPassword shown={shown} onShow={show} />
      </div>
    </>
  );
}
