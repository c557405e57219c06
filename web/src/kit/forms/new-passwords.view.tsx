import { type ComponentProps, type ReactNode, useState } from 'react';
import { CHOICE_PARTS } from '#contracts/password.ts';
import { PasswordText, ShowPassword } from '../../ui/password-field.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';

type Bound = Pick<ComponentProps<typeof PasswordText>, 'name' | 'value' | 'error' | 'onChange'>;

type NewPasswordsProps = {
  /** Tells password managers the account. */
  email: string;
  /** Of `useFields`. */
  bind: (name: 'newPassword' | 'confirmPassword') => Bound & { value: string };
  autoFocus?: boolean;
  /** A field above, which is shown or hidden with them. */
  above?: (shown: boolean) => ReactNode;
};

/** The fields of a password that a person chooses, twice. */
export function NewPasswords({ email, bind, autoFocus = false, above }: NewPasswordsProps) {
  const [shown, show] = useState(false);
  const password = bind('newPassword');
  const same = { autoComplete: 'new-password', required: true, shown } as const;
  return (
    <>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {above?.(shown)}
      <PasswordText
        {...password}
        {...same}
        label="New password"
        autoFocus={autoFocus}
        hint={<PasswordRules password={password.value} parts={CHOICE_PARTS} />}
      />
      <PasswordText {...bind('confirmPassword')} {...same} label="Confirm password" />
      <ShowPassword shown={shown} onShow={show} />
    </>
  );
}
