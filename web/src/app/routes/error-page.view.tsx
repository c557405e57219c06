import { paths } from '../../kit/paths.ts';
import { StandAlone } from '../../kit/public/stand-alone.view.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/mark.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFailure } from './failure.hooks.ts';

const TITLE = 'This screen could not be shown';

const reload = () => window.location.reload();

const WORDS = {
  missing: 'Tallyboard was updated, or the network was away. Reload the page. What you saved is safe.',
  failed:
    'Reload the page. What you saved is safe. It was reported. If it happens again, tell us what you were doing.',
};

/** The fallback of every route outside the shell. */
export function ErrorPage() {
  const failure = useFailure();
  if (failure === 'moving') return <Loading />;
  return (
    <StandAlone title={TITLE} text={WORDS[failure]}>
      <Button onClick={reload}>Reload</Button>
      <LinkButton variant="plain" to={paths.root} reloadDocument>
        Start page
      </LinkButton>
    </StandAlone>
  );
}

/** The fallback of every screen within the shell, which stays usable. */
export function ScreenError() {
  const failure = useFailure();
  if (failure === 'moving') return <Loading />;
  return (
    <>
      <PageHeader title="Something went wrong" />
      <Panel>
        <EmptyState title={TITLE} action={<Button onClick={reload}>Reload</Button>}>
          {WORDS[failure]}
        </EmptyState>
      </Panel>
    </>
  );
}
