import { useAtomValue } from 'jotai';
import type { ComponentProps } from 'react';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { HistoryLink } from './history-link.view.tsx';
import styles from './missing-row.module.css';

type MissingRowProps = {
  title: string;
  /** Of the catalogue: 'This goal does not exist'. */
  message: string;
  /** Where the others are. */
  list: string;
  listLabel: string;
  /** What happened to it, where that is kept. */
  history?: ComponentProps<typeof HistoryLink>;
};

/** In place of a screen about something that is not there: deleted meanwhile, not yet there then, or never of this company. */
export function MissingRow({ title, message, list, listLabel, history }: MissingRowProps) {
  const isPast = useAtomValue(isPastAtom);
  return (
    <>
      <PageHeader title={title} />
      <Panel narrow>
        <div role="alert">
          <EmptyState
            title={isPast ? 'It was not there at that time' : message}
            action={
              <div className={styles.actions}>
                <LinkButton to={list}>{listLabel}</LinkButton>
                {history && <HistoryLink {...history} />}
              </div>
            }
          >
            {isPast ? 'Choose another moment, or come back to now.' : 'It may have been deleted meanwhile.'}
          </EmptyState>
        </div>
      </Panel>
    </>
  );
}
