import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { noAlert } from '../../ui/alert.ts';
import { Button } from '../../ui/button.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './company-profile.module.css';
import { ruleAlertAtom, ruleBusyAtom, setRuleAtom, signInRulesQuery } from './sign-in-rule.atoms.ts';

/** Whether managers have to have a second factor. */
export function SignInRule() {
  const rules = useQuery(signInRulesQuery, null);
  const [alert, setAlert] = useAtom(ruleAlertAtom);
  const busy = useAtomValue(ruleBusyAtom);
  const setRule = useSetAtom(setRuleAtom);
  useEffect(() => () => setAlert(noAlert), [setAlert]);
  if (!rules) return null;
  const isRequired = rules.managersFactor === 'required';
  return (
    <div className={styles.rule}>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      <Panel title="Second factor of managers">
        <p className={styles.ruleText}>
          {isRequired
            ? 'Required: without an authenticator app or a passkey, managers set one up at their next sign-in.'
            : 'Not required. When it is, managers without an authenticator app or a passkey set one up at their next sign-in.'}
        </p>
        <Button
          variant="plain"
          busy={busy}
          onClick={() => void setRule(isRequired ? 'optional' : 'required')}
        >
          {isRequired ? 'Require it no more' : 'Require it'}
        </Button>
      </Panel>
    </div>
  );
}
