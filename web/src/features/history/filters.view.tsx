import { useAtomValue } from 'jotai';
import { SUBJECT_KINDS, type SubjectKind } from '#contracts/history/description.ts';
import { isFiltered } from '../../kit/lists/address-filters.ts';
import { PeriodFields } from '../../kit/lists/period-fields.view.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './filters.module.css';
import { type Filters, noFilters } from './filters.ts';
import { pluralOf } from './kinds.ts';
import { filterChoicesAtom } from './names.atoms.ts';

type FilterFieldsProps = {
  filters: Filters;
  onChange: (changed: Partial<Filters>) => void;
  /** The names of people and campaigns that are no longer in a list. */
  nameOf: (id: string) => string | undefined;
};

/** The filters of the history. A choice takes effect at once. */
export function FilterFields({ filters, onChange, nameOf }: FilterFieldsProps) {
  const { people, campaigns } = useAtomValue(filterChoicesAtom);
  return (
    <Panel>
      <search className={styles.filters} aria-label="Filters">
        <Choice
          label="Person"
          everything="Everybody"
          value={filters.person}
          options={people}
          nameOf={nameOf}
          onChange={(person) => onChange({ person })}
        />
        <Choice
          label="Campaign"
          everything="All campaigns"
          value={filters.campaign}
          options={campaigns}
          nameOf={nameOf}
          onChange={(campaign) => onChange({ campaign })}
        />
        <Choice
          label="Kind"
          everything="Everything"
          value={filters.kind}
          options={SUBJECT_KINDS.map((kind) => ({ id: kind, name: pluralOf[kind] }))}
          onChange={(kind) => onChange({ kind: kind as SubjectKind | '' })}
        />
        <PeriodFields from={filters.from} to={filters.to} onChange={onChange} />
        {isFiltered(filters) && (
          <Button variant="plain" onClick={() => onChange(noFilters)}>
            Show all
          </Button>
        )}
      </search>
    </Panel>
  );
}

type Option = { readonly id: string; readonly name: string; readonly deleted?: boolean };

type ChoiceProps = {
  label: string;
  everything: string;
  value: string;
  options: readonly Option[];
  nameOf?: (id: string) => string | undefined;
  onChange: (value: string) => void;
};

/** A chosen value that is not in the list, which may still be loading, is an option of its own. */
function Choice({ label, everything, value, options, nameOf, onChange }: ChoiceProps) {
  const isListed = value === '' || options.some(({ id }) => id === value);
  const deleted = options.filter((option) => option.deleted);
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{everything}</option>
      {!isListed && <option value={value}>{nameOf?.(value) ?? 'The chosen one'}</option>}
      {options.filter((option) => !option.deleted).map(shown)}
      {deleted.length > 0 && <optgroup label="Deleted">{deleted.map(shown)}</optgroup>}
    </SelectField>
  );
}

function shown({ id, name, deleted }: Option) {
  return (
    <option key={id} value={id}>
      {deleted ? `${name} (deleted)` : name}
    </option>
  );
}
