import { getOwnAccount } from '#contracts/endpoints/invitations.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { paths } from '../../kit/paths.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { LinkButton } from '../../ui/button.tsx';
import { formatDateOf } from '../../ui/format.ts';
import styles from './passkey-offer.module.css';

/** What the person's own account needs. */
const ownAccountQuery = createQuery({
  endpoint: getOwnAccount,
  ask: (api, _own: null) => api.call(getOwnAccount, {}),
  tags: () => ['sessions', 'employees'],
});

/** Lines above the dashboard: a password that another person chose, and an email that went to another person. */
export function AccountNotice() {
  const account = useQuery(ownAccountQuery, null);
  const endsAt = account?.first_password_ends_at;
  return (
    <>
      {account?.needs_email && (
        <aside className={styles.offer} aria-label="Your email">
          <p>
            Another person has confirmed that your email is theirs. Ask your manager to enter another one for
            you; until then you sign in as before.
          </p>
        </aside>
      )}
      {endsAt && (
        <aside className={styles.offer} aria-label="Your password">
          <p>Another person chose your password. It ends on {formatDateOf(endsAt)}: choose your own.</p>
          <div className={styles.actions}>
            <LinkButton variant="plain" to={paths.myProfile}>
              Change password
            </LinkButton>
          </div>
        </aside>
      )}
    </>
  );
}
