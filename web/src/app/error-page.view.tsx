import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { paths } from './paths.ts';
import { StandAlone } from './stand-alone.view.tsx';

const TITLE = 'This screen could not be shown';
/** A new version on the server is the usual reason, and a reload its cure. */
const TEXT = 'Reload the page. What you saved is safe.';

const reload = () => window.location.reload();

/** The fallback of every route outside the shell. */
export function ErrorPage() {
  return (
    <StandAlone title={TITLE} text={TEXT}>
      <Button onClick={reload}>Reload</Button>
      <LinkButton look="plain" to={paths.root} reloadDocument>
        Start page
      </LinkButton>
    </StandAlone>
  );
}

/** The fallback of every screen within the shell, which stays usable. */
export function ScreenError() {
  return (
    <>
      <PageHeader title="Something went wrong" />
      <Panel>
        <EmptyState title={TITLE} action={<Button onClick={reload}>Reload</Button>}>
          {TEXT}
        </EmptyState>
      </Panel>
    </>
  );
}
