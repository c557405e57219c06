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
  /** A message of the catalogue: 'This goal does not exist'. */
  message: string;
  /** The list of the other rows. */
  list: string;
  listLabel: string;
  /** Its history, where there is one. */
  history?: ComponentProps<typeof HistoryLink>;
};

/** Shown instead of a row that was deleted, did not exist yet at that time, or never belonged to this company. */
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
