import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai';
import { editAccountRules, getAccountRules } from '#contracts/endpoints/invitations.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './account-rules.module.css';

const rulesQuery = createQuery({
  endpoint: getAccountRules,
  ask: (api, _own: null) => api.call(getAccountRules, {}),
  tags: () => ['company'],
});
const alertAtom = atom<Alert>(noAlert);
const busyAtom = atom(false);

const requireAtom = atom(null, async (get, set, isRequired: boolean) => {
  set(busyAtom, true);
  const body = { ownPasswords: isRequired ? 'true' : 'false' } as const;
  const answer = await get(apiAtom).call(editAccountRules, { body });
  set(busyAtom, false);
  set(alertAtom, answer.ok ? successAlert(answer.reply.message) : errorAlert(answer.message));
});

/** How people of the company sign in. */
export function AccountRules() {
  const rules = useQuery(rulesQuery, null);
  const busy = useAtomValue(busyAtom);
  const require = useSetAtom(requireAtom);
  const [alert, setAlert] = useAtom(alertAtom);
  if (rules === undefined) return null;
  return (
    <div className={styles.rules}>
      <Panel title="Signing in">
        <div className={styles.body}>
          <Checkbox
            label="New employees choose a password of their own at the first sign-in"
            checked={rules.ownPasswords}
            disabled={busy}
            onChange={(event) => void require(event.target.checked)}
          />
          <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
        </div>
      </Panel>
    </div>
  );
}
