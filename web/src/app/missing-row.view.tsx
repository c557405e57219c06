import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';

type MissingRowProps = {
  title: string;
  /** Of the catalogue: 'This goal does not exist'. */
  message: string;
  /** Where the others are. */
  list: string;
  listLabel: string;
};

/** In place of a screen about something that is not there: deleted meanwhile, or never of this company. */
export function MissingRow({ title, message, list, listLabel }: MissingRowProps) {
  return (
    <>
      <PageHeader title={title} />
      <Panel narrow>
        <div role="alert">
          <EmptyState title={message} action={<LinkButton to={list}>{listLabel}</LinkButton>}>
            It may have been deleted meanwhile.
          </EmptyState>
        </div>
      </Panel>
    </>
  );
}
