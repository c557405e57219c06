import { useAtomValue } from 'jotai';
import { SUBJECT_KINDS, type SubjectKind } from '#contracts/history/description.ts';
import { isFiltered } from '../../kit/lists/address-filters.ts';
import { PeriodFields } from '../../kit/lists/period-fields.view.tsx';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { Button } from '../../ui/button.tsx';
import type { Choice } from '../../ui/choices.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './filters.module.css';
import { type Filters, noFilters } from './filters.ts';
import { pluralOf } from './kinds.ts';
import { filterChoicesAtom, personChoicesAtom } from './names.atoms.ts';

type FilterFieldsProps = {
  filters: Filters;
  onChange: (changed: Partial<Filters>) => void;
  /** The names of people and campaigns that are no longer in a list. */
  nameOf: (id: string) => string | undefined;
};

/** The filters of the history. A choice takes effect at once. */
export function FilterFields({ filters, onChange, nameOf }: FilterFieldsProps) {
  const { campaigns } = useAtomValue(filterChoicesAtom);
  const people = usePersonChoices(filters.person, nameOf);
  return (
    <Panel>
      <search className={styles.filters} aria-label="Filters">
        <ComboboxField
          label="Person"
          choices={people}
          value={filters.person}
          onChange={({ target }) => onChange({ person: target.value })}
        />
        <ChoiceField
          label="Campaign"
          everything="All campaigns"
          value={filters.campaign}
          options={campaigns}
          nameOf={nameOf}
          onChange={(campaign) => onChange({ campaign })}
        />
        <ChoiceField
          label="Kind"
          everything="All but access"
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

/** All people at once, and each person of the company; a chosen person may not be in the list yet. */
function usePersonChoices(chosen: string, nameOf: FilterFieldsProps['nameOf']): readonly Choice[] {
  useQuery(allEmployeesQuery, null);
  const listed = useAtomValue(personChoicesAtom);
  const isListed = chosen === '' || listed.some(({ id }) => id === chosen);
  const others = isListed ? listed : [{ id: chosen, name: nameOf(chosen) ?? CHOSEN }, ...listed];
  return [{ id: '', name: 'Everybody' }, ...others];
}

const CHOSEN = 'The chosen one';

type Option = { readonly id: string; readonly name: string; readonly deleted?: boolean };

type ChoiceFieldProps = {
  label: string;
  everything: string;
  value: string;
  options: readonly Option[];
  nameOf?: (id: string) => string | undefined;
  onChange: (value: string) => void;
};

/** A chosen value that is not in the list, which may still be loading, is an option of its own. */
function ChoiceField({ label, everything, value, options, nameOf, onChange }: ChoiceFieldProps) {
  const isListed = value === '' || options.some(({ id }) => id === value);
  const deleted = options.filter((option) => option.deleted);
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{everything}</option>
      {!isListed && <option value={value}>{nameOf?.(value) ?? CHOSEN}</option>}
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
