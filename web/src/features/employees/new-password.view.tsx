import { useAtomValue, useSetAtom } from 'jotai';
import { messages } from '#contracts/messages.ts';
import { refusedLength } from '#contracts/password.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { generatePasswordAtom, newEmployeeForm } from './add-employee.atoms.ts';
import styles from './new-password.module.css';

/** The first password of a new employee: typed, or generated and handed over. */
export function NewPassword() {
  const { password } = useAtomValue(newEmployeeForm.draftAtom);
  const isRefused = useAtomValue(newEmployeeForm.refusedAtom).includes('password');
  const type = useSetAtom(newEmployeeForm.typeAtom);
  const generate = useSetAtom(generatePasswordAtom);
  const reason = refusedLength(password);
  return (
    <div className={styles.password}>
      <PasswordField
        name="password"
        label="Password"
        required
        autoComplete="new-password"
        value={password}
        error={isRefused && (password === '' || (reason ? messages[reason] : true))}
        onChange={(event) => type({ password: event.target.value })}
      />
      <div className={styles.actions}>
        <Button look="plain" onClick={generate}>
          Generate
        </Button>
        {password !== '' && <CopyButton label="Copy password" text={() => password} />}
      </div>
    </div>
  );
}
