import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { paths } from '../../kit/paths.ts';
import { TwoPanels } from '../../kit/public/two-panels.view.tsx';
import { createFollowing, type EmailLink, readEmailLink } from './email-link.atoms.ts';
import { readInvitation } from './invitation.atoms.ts';
import { InvitationPage } from './invitation.view.tsx';

const TEXTS = {
  prove: {
    about: 'You sign in with this address from now on, and are signed out everywhere.',
    action: 'Confirm this email',
  },
  refuse: {
    about: 'You go on signing in with the address that this mail came to.',
    action: 'Keep my email',
  },
  undo: {
    about:
      'You sign in with the address that this mail came to again. Everybody is signed out of your account, passkeys, an authenticator app and recovery codes that were added after the change are deleted, and you choose a new password.',
    action: 'Undo the change',
  },
} as const;

/** Where the links of mails about an email lead. */
export function EmailLinkPage() {
  const { hash } = useLocation();
  const invitation = readInvitation(hash);
  if (invitation !== null) return <InvitationPage key={hash} token={invitation} />;
  const link = readEmailLink(hash);
  return (
    <TwoPanels
      title="Your email"
      panel="About this page"
      aside={<p>A change of the email that you sign in with.</p>}
    >
      {link ? (
        <Following key={hash} link={link} />
      ) : (
        <p>This link is not complete. Please open the whole link of the mail.</p>
      )}
    </TwoPanels>
  );
}

function Following({ link }: { link: EmailLink }) {
  const [form] = useState(() => createFollowing(link));
  const { followed } = useAtomValue(form.draftAtom);
  const { about, action } = TEXTS[link.purpose];
  return (
    <FormSheet
      form={form}
      action={action}
      busyAction="One moment…"
      leaving={followed}
      aside={
        followed && link.purpose === 'undo' ? (
          <Link to={paths.confirmEmail}>Reset your password</Link>
        ) : (
          <Link to={paths.login}>Log in</Link>
        )
      }
    >
      <p>{about}</p>
    </FormSheet>
  );
}
