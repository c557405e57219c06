import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useAddressFilters } from '../../kit/lists/address-filters.hooks.ts';
import { isFiltered } from '../../kit/lists/address-filters.ts';
import { More } from '../../kit/lists/more.view.tsx';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { ProvenDownload } from '../../kit/session/proven-download.view.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  type CompanyHistory,
  createCompanyHistory,
  exportsOf,
  type LiveState,
} from './company-history.atoms.ts';
import styles from './company-history.module.css';
import { Entries } from './entries.view.tsx';
import { filtersIn, noFilters } from './filters.ts';
import { FilterFields } from './filters.view.tsx';
import { namesQuery } from './names.atoms.ts';

/** All events of the company, newest first, with live events on top. */
export function CompanyHistoryPage() {
  const [history] = useState(createCompanyHistory);
  const [filters, change] = useAddressFilters(filtersIn);
  const [isLive, setLive] = useState(true);
  const nameOf = useAtomValue(history.nameOfAtom);
  const files = exportsOf(filters);
  // New events arrive live or on request: unlike other lists, this one is not loaded again on return to the page.
  const load = useSetAtom(history.first.loadAtom);
  const key = JSON.stringify(filters);
  useEffect(() => void load(JSON.parse(key)), [load, key]);
  // Loads the names for live events and for the filters.
  useQuery(namesQuery, null);
  return (
    <>
      <PageHeader
        title="History"
        note="What happened in the company"
        aside={
          <>
            <ProvenDownload href={files.csv}>CSV</ProvenDownload>
            <ProvenDownload href={files.jsonLines}>JSON Lines</ProvenDownload>
          </>
        }
      />
      <div className={styles.parts}>
        <FilterFields filters={filters} onChange={change} nameOf={nameOf} />
        <Panel>
          <LiveSwitch of={history} on={isLive} onSwitch={setLive} />
          <div className={styles.list}>
            <QueryState of={history.first} loading="Loading the history" />
            <List
              key={key}
              of={history}
              isFiltered={isFiltered(filters)}
              onShowAll={() => change(noFilters)}
            />
          </div>
        </Panel>
      </div>
    </>
  );
}

type ListProps = { of: CompanyHistory; isFiltered: boolean; onShowAll: () => void };

function List({ of, isFiltered: isPart, onShowAll }: ListProps) {
  const live = useAtomValue(of.liveAtom);
  const fetched = useAtomValue(of.pages.replyAtom)?.requestedData;
  const isGap = useAtomValue(of.isGapAtom);
  const reload = useSetAtom(of.first.reloadAtom);
  const newest = useRef<number | undefined>(undefined);
  if (!fetched) return null;
  newest.current ??= fetched[0]?.position ?? -1;
  if (live.length + fetched.length === 0) {
    return isPart ? (
      <EmptyState
        title="Nothing happened that fits"
        action={
          <Button variant="plain" onClick={onShowAll}>
            Show all
          </Button>
        }
      >
        Choose another person, campaign or kind, or other dates.
      </EmptyState>
    ) : (
      <EmptyState title="Nothing happened yet">What people do appears here.</EmptyState>
    );
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {live.length > 0 && `${formatNumber(live.length)} new`}
      </p>
      {isGap && (
        <p className={styles.gap}>
          More happened than is shown here.{' '}
          <Button variant="quiet" onClick={() => void reload()}>
            Show the newest
          </Button>
        </p>
      )}
      <Entries
        label="History of the company"
        entries={[...live, ...fetched]}
        among
        newAfter={newest.current}
      />
      <More of={of.pages} />
    </>
  );
}

type LiveSwitchProps = { of: CompanyHistory; on: boolean; onSwitch: (on: boolean) => void };

const STATES: { readonly [State in LiveState]: string } = {
  connecting: 'Connecting…',
  live: 'New events appear on top',
  reconnecting: 'Reconnecting…',
  paused: 'Paused while nobody looks',
  refused: 'Ended. Load the page again',
};

/** Switches live events on and off, and shows the state of the feed. */
function LiveSwitch({ of, on, onSwitch }: LiveSwitchProps) {
  const state = useAtomValue(of.stateAtom);
  const canFollow = useAtomValue(of.canFollowAtom);
  const follow = useSetAtom(of.followAtom);
  useEffect(() => (on && canFollow ? follow() : undefined), [on, canFollow, follow]);
  return (
    <div className={styles.live}>
      <Checkbox label="Live" checked={on} onChange={(event) => onSwitch(event.target.checked)} />
      <span className={styles.state} data-state={state ?? 'off'} role="status">
        {state === null ? 'Off: the list stays as it is' : STATES[state]}
      </span>
    </div>
  );
}
