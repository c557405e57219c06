import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { messages } from '#contracts/messages.ts';
import { checkPasswordLength } from '#contracts/password.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PasswordText, ShowPassword } from '../../ui/password-field.tsx';
import { generatePasswordAtom, newEmployeeForm } from './add-employee.atoms.ts';
import styles from './new-password.module.css';

/** The first password of a new employee: typed or generated. */
export function NewPassword() {
  const { password } = useAtomValue(newEmployeeForm.draftAtom);
  const isRefused = useAtomValue(newEmployeeForm.refusedAtom).includes('password');
  const type = useSetAtom(newEmployeeForm.typeAtom);
  const generate = useSetAtom(generatePasswordAtom);
  const [shown, show] = useState(false);
  const length = checkPasswordLength(password);
  return (
    <div className={styles.password}>
      <PasswordText
        shown={shown}
        name="password"
        label="Password"
        required
        autoComplete="new-password"
        value={password}
        error={isRefused && (password === '' || length.ok || messages[length.code])}
        onChange={(event) => type({ password: event.target.value })}
      />
      <div className={styles.actions}>
        <Button variant="plain" onClick={generate}>
          Generate
        </Button>
        {password !== '' && <CopyButton label="Copy password" text={() => password} />}
      </div>
      <div className={styles.show}>
        <ShowPassword shown={shown} onShow={show} />
      </div>
    </div>
  );
}
