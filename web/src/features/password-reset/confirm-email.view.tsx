import { paths } from '../../app/paths.ts';
import { StandAlone } from '../../app/stand-alone.view.tsx';
import { LinkButton } from '../../ui/button.tsx';

/** Codes by mail do not exist yet, and the page says so instead of pretending. */
export function ConfirmEmailPage() {
  return (
    <StandAlone
      title="Reset your password"
      text="Passwords cannot be reset by email yet. Please contact your administrator."
    >
      <LinkButton look="plain" to={paths.login}>
        Back to log in
      </LinkButton>
    </StandAlone>
  );
}
