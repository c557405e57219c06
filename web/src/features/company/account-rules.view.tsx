import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { noAlert } from '../../ui/alert.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  type AccountRule,
  accountRulesQuery,
  ruleAlertAtom,
  ruleBusyAtom,
  setRuleAtom,
} from './account-rules.atoms.ts';
import styles from './account-rules.module.css';

/** How people of the company sign in. */
export function AccountRules() {
  const rules = useQuery(accountRulesQuery, null);
  const [alert, setAlert] = useAtom(ruleAlertAtom);
  useEffect(() => () => setAlert(noAlert), [setAlert]);
  if (!rules) return null;
  return (
    <div className={styles.rules}>
      <Panel title="Signing in">
        <div className={styles.body}>
          <Rule
            rule="managersFactor"
            isRequired={rules.managersFactor}
            label="Managers need a second factor"
            note="Without an authenticator app or a passkey they set one up at their next sign-in."
          />
          <Rule
            rule="ownPasswords"
            isRequired={rules.ownPasswords}
            label="New employees choose a password of their own at the first sign-in"
            note="Otherwise they are asked to, and the first password ends after 14 days."
          />
          <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
        </div>
      </Panel>
    </div>
  );
}

type RuleProps = {
  readonly rule: AccountRule;
  readonly isRequired: boolean;
  readonly label: string;
  readonly note: string;
};

function Rule({ rule, isRequired, label, note }: RuleProps) {
  const busy = useAtomValue(ruleBusyAtom);
  const setRule = useSetAtom(setRuleAtom);
  return (
    <div>
      <Checkbox
        label={label}
        aria-describedby={rule}
        checked={isRequired}
        disabled={busy}
        onChange={(event) => void setRule(rule, event.target.checked)}
      />
      <p id={rule} className={styles.note}>
        {note}
      </p>
    </div>
  );
}
