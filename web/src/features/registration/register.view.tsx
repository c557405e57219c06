import { useEffect, useId, useState } from 'react';
import { Link, Navigate, NavLink } from 'react-router-dom';
import { EMPLOYEE_COUNT_RANGES } from '#contracts/company-kinds.ts';
import { REGISTRANT_PARTS } from '#contracts/password.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { LEAVE_AFTER_MS, useLeaveScreen } from '../../kit/forms/leave-screen.hooks.ts';
import { paths } from '../../kit/paths.ts';
import { useDescription, useSignedIn } from '../../kit/public/public-page.hooks.ts';
import { TwoPanels } from '../../kit/public/two-panels.view.tsx';
import { FieldPair, SelectField, TextField } from '../../ui/field.tsx';
import { PasswordText, ShowPassword } from '../../ui/password-field.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
import { NO_PASSWORDS, newsOf, type RegisterDraft, registerForm } from './register.atoms.ts';
import styles from './register.module.css';
import { RegistrationAside } from './registration-aside.view.tsx';

/** Step one: the company and its first employee. */
export function RegisterPage() {
  useDescription('Register your company with Tallyboard and try it free for 7 days.');
  const isSignedIn = useSignedIn();
  const { leaving, leave, go } = useLeaveScreen();
  if (isSignedIn) return <Navigate to={paths.dashboard} replace />;
  return (
    <TwoPanels
      title="Register your company"
      panel="Welcome"
      wide
      aside={<RegistrationAside at={0} />}
      links={
        <>
          <Link to={paths.root}>Home</Link>
          <NavLink to={paths.register}>Registration</NavLink>
          <Link to={paths.contact}>Contact</Link>
        </>
      }
    >
      <FormSheet
        form={registerForm}
        action="Next"
        busyAction="One moment…"
        leaving={leaving}
        onDone={(reply) =>
          newsOf(reply)
            ? leave(paths.emailVerification, LEAVE_AFTER_MS.edit)
            : void go(paths.emailVerification)
        }
        aside={
          <p>
            Registered already? <Link to={paths.login}>Log in</Link>
          </p>
        }
      >
        <RegisterFields />
      </FormSheet>
    </TwoPanels>
  );
}

function RegisterFields() {
  const { draft, type, bind } = useFields(registerForm);
  const [shown, show] = useState(false);
  const needs = useId();
  // The passwords are cleared when the page is left.
  useEffect(() => () => type(NO_PASSWORDS), [type]);

  const bound = (name: keyof RegisterDraft) => ({ ...bind(name), required: true });

  return (
    <>
      <FieldPair>
        <TextField
          {...bound('firstName')}
          label="First name"
          autoComplete="given-name"
          maxLength={TEXT_MAX}
          autoFocus
        />
        <TextField {...bound('lastName')} label="Last name" autoComplete="family-name" maxLength={TEXT_MAX} />
      </FieldPair>
      <FieldPair>
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
      </FieldPair>
      <TextField {...bound('email')} label="Email" type="email" autoComplete="email" inputMode="email" />
      <div className={styles.passwords}>
        <PasswordText
          {...bound('password')}
          label="Password"
          autoComplete="new-password"
          aria-describedby={needs}
          shown={shown}
        />
        <div className={styles.needs}>
          <PasswordRules id={needs} password={draft.password} parts={REGISTRANT_PARTS} />
        </div>
        <PasswordText
          {...bound('confirmPassword')}
          label="Confirm password"
          autoComplete="new-password"
          shown={shown}
        />
      </div>
      <ShowPassword shown={shown} onShow={show} />
    </>
  );
}
