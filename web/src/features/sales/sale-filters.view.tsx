import { useState } from 'react';
import { SALE_STATUSES, type SaleStatus } from '#contracts/sale-status.ts';
import { isFiltered } from '../../kit/lists/address-filters.ts';
import { PeriodFields } from '../../kit/lists/period-fields.view.tsx';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './sale-filters.module.css';
import { noSaleFilters, type SaleFilters } from './sale-filters.ts';

type SaleFilterFieldsProps = {
  filters: SaleFilters;
  /** Whether a period can be chosen. */
  withDates?: boolean;
  onChange: (changed: Partial<SaleFilters>) => void;
};

/** The filters of a list of sales. A choice takes effect at once. On a phone all but the search are behind a button. */
export function SaleFilterFields({ filters, withDates = true, onChange }: SaleFilterFieldsProps) {
  const campaigns = useQuery(campaignsQuery, null)?.requestedData ?? [];
  const [isOpen, setOpen] = useState(false);
  const { search: _search, ...others } = filters;
  const count = Object.values(others).filter((value) => value !== '').length;
  const isListed = filters.campaign === '' || campaigns.some((each) => each.campaign_id === filters.campaign);
  return (
    <Panel>
      <search className={styles.filters} aria-label="Filters" data-open={isOpen}>
        <TextField
          label="Search"
          type="search"
          autoComplete="off"
          maxLength={255}
          placeholder="Name, customer, …"
          data-shortcut="/"
          value={filters.search}
          onChange={(event) => onChange({ search: event.target.value })}
          onKeyDown={(event) => event.key === 'Escape' && onChange({ search: '' })}
        />
        <span className={styles.toggle}>
          <Button variant="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {count === 0 ? 'Filters' : `Filters, ${count} set`}
          </Button>
        </span>
        <SelectField
          label="Status"
          value={filters.status}
          onChange={(event) => onChange({ status: event.target.value as SaleStatus | '' })}
        >
          <option value="">Every status</option>
          {SALE_STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </SelectField>
        <SelectField
          label="Campaign"
          value={filters.campaign}
          onChange={(event) => onChange({ campaign: event.target.value })}
        >
          <option value="">All campaigns</option>
          {!isListed && <option value={filters.campaign}>The chosen one</option>}
          {campaigns.map((campaign) => (
            <option key={campaign.campaign_id} value={campaign.campaign_id}>
              {campaign.campaign_name}
            </option>
          ))}
        </SelectField>
        {withDates && <PeriodFields from={filters.from} to={filters.to} onChange={onChange} />}
        {isFiltered(filters) && (
          <Button variant="plain" onClick={() => onChange(noSaleFilters)}>
            Show all
          </Button>
        )}
      </search>
    </Panel>
  );
}

/** Instead of the list. */
export function NoSaleFits({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title="No sale fits these filters"
      action={
        <Button variant="plain" onClick={onShowAll}>
          Show all sales
        </Button>
      }
    >
      The search looks for this text in names, customer numbers and campaigns.
    </EmptyState>
  );
}
