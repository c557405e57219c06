import { messages } from '#contracts/messages.ts';
import { paths } from '../../kit/paths.ts';
import { StandAlone } from '../../kit/public/stand-alone.view.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useBack } from './back.hooks.ts';

const NOTHING = 'There is nothing at this address.';
const WHAT_TO_DO = 'Check it, or go back.';

export function NotFoundPage() {
  const back = useBack(paths.root);
  return (
    <StandAlone title={messages.notFound} text={`${NOTHING} ${WHAT_TO_DO}`}>
      <Button onClick={back}>Back</Button>
    </StandAlone>
  );
}

/** Within the shell, whose menu leads on. */
export function NotFoundScreen() {
  const back = useBack(paths.dashboard);
  return (
    <>
      <PageHeader title={messages.notFound} />
      <Panel>
        <EmptyState title={NOTHING} action={<Button onClick={back}>Back</Button>}>
          {WHAT_TO_DO}
        </EmptyState>
      </Panel>
    </>
  );
}
