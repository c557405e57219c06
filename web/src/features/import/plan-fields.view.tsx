import { useAtomValue, useSetAtom } from 'jotai';
import {
  DATE_FORMATS,
  type ImportPlan,
  isOfPeople,
  NEEDED_COLUMNS,
  PEOPLE_COLUMNS,
  type PeopleColumn,
  type PeoplePlan,
  type Preview,
  SALE_COLUMNS,
  type SaleColumn,
  type SalesPlan,
} from '#contracts/endpoints/imports.endpoints.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { SelectField } from '../../ui/field.tsx';
import { changeKindAtom, changePlanAtom, newKindAtom, planAtom, underWayAtom } from './import.atoms.ts';
import styles from './import.module.css';

const SALE_LABELS: Readonly<Record<SaleColumn, string>> = {
  date: 'Date',
  employee: 'Employee',
  campaign: 'Campaign',
  name: 'Name',
  customer: 'Customer Number',
  price: 'Price',
  discount: 'Discount (%)',
  status: 'Status',
  details: 'Details',
};

const PEOPLE_LABELS: Readonly<Record<PeopleColumn, string>> = {
  email: 'Email',
  firstName: 'First Name',
  lastName: 'Last Name',
  name: 'Full Name',
  number: 'Employee Number',
  role: 'Role',
  campaign: 'Campaign',
  manager: 'Manager',
  duration: 'Shift Duration',
};

/** The name of a column as the fields of the plan have it. */
export function columnLabel(plan: ImportPlan, column: string): string {
  const labels: Readonly<Record<string, string>> = isOfPeople(plan) ? PEOPLE_LABELS : SALE_LABELS;
  return labels[column] ?? '';
}

/** The columns without which no row can be imported. */
export function missingColumns(plan: ImportPlan): string[] {
  if (!isOfPeople(plan))
    return NEEDED_COLUMNS.filter((column) => plan.columns[column] === null).map(
      (column) => SALE_LABELS[column],
    );
  const { email, firstName, lastName, name } = plan.people;
  const isNamed = name !== null || (firstName !== null && lastName !== null);
  return [...(email === null ? [PEOPLE_LABELS.email] : []), ...(isNamed ? [] : [PEOPLE_LABELS.name])];
}

/** What the file holds, and in which columns. Choices may be made while the file is still read by the last one. */
export function PlanFields({ preview: { header, import: file } }: { preview: Preview }) {
  const change = useSetAtom(changePlanAtom);
  const changeKind = useSetAtom(changeKindAtom);
  const isReading = useAtomValue(underWayAtom) === 'preview';
  const plan = useAtomValue(planAtom) ?? file.plan;
  const newKind = useAtomValue(newKindAtom);
  const set = (changed: ImportPlan) => void change(file.id, changed);
  return (
    <fieldset className={styles.plan} aria-busy={isReading}>
      <legend className="visually-hidden">Columns of the file</legend>
      <SelectField
        label="The file holds"
        value={newKind ?? (isOfPeople(plan) ? 'people' : 'sales')}
        onChange={({ target }) => void changeKind(file.id, target.value === 'people' ? 'people' : 'sales')}
      >
        <option value="sales">Sales</option>
        <option value="people">People</option>
      </SelectField>
      {newKind !== null ? null : isOfPeople(plan) ? (
        <PeopleFields plan={plan} header={header} set={set} />
      ) : (
        <SalesFields plan={plan} header={header} set={set} />
      )}
    </fieldset>
  );
}

type Fields<Plan extends ImportPlan> = {
  plan: Plan;
  header: readonly string[];
  set: (plan: Plan) => void;
};

function SalesFields({ plan, header, set }: Fields<SalesPlan>) {
  return (
    <>
      {SALE_COLUMNS.map((column) => (
        <ColumnField
          key={column}
          label={SALE_LABELS[column]}
          required={NEEDED_COLUMNS.includes(column)}
          place={plan.columns[column]}
          header={header}
          set={(place) => set({ ...plan, columns: { ...plan.columns, [column]: place } })}
        />
      ))}
      <SelectField
        label="Dates are like"
        value={plan.dates}
        onChange={({ target }) => set({ ...plan, dates: target.value as SalesPlan['dates'] })}
      >
        {DATE_FORMATS.map((format) => (
          <option key={format}>{format}</option>
        ))}
      </SelectField>
      <SelectField
        label="Prices are like"
        value={plan.decimals}
        onChange={({ target }) => set({ ...plan, decimals: target.value as SalesPlan['decimals'] })}
      >
        <option value=".">1,234.50</option>
        <option value=",">1.234,50</option>
      </SelectField>
    </>
  );
}

function PeopleFields({ plan, header, set }: Fields<PeoplePlan>) {
  const campaigns = useQuery(campaignsQuery, null)?.requestedData;
  return (
    <>
      {PEOPLE_COLUMNS.map((column) => (
        <ColumnField
          key={column}
          label={PEOPLE_LABELS[column]}
          required={column === 'email'}
          place={plan.people[column]}
          header={header}
          set={(place) => set({ ...plan, people: { ...plan.people, [column]: place } })}
        />
      ))}
      <SelectField
        label="Rows without a campaign"
        value={plan.campaign}
        onChange={({ target }) => set({ ...plan, campaign: target.value })}
      >
        <option value="">Are refused</option>
        {campaigns?.map(({ campaign_id, campaign_name }) => (
          <option key={campaign_id} value={campaign_id}>
            {campaign_name}
          </option>
        ))}
      </SelectField>
    </>
  );
}

type ColumnFieldProps = {
  label: string;
  required: boolean;
  place: number | null;
  header: readonly string[];
  set: (place: number | null) => void;
};

function ColumnField({ label, required, place, header, set }: ColumnFieldProps) {
  const choices = header.map((name, at) => ({ at, text: name || `Column ${at + 1}` }));
  return (
    <SelectField
      label={label}
      required={required}
      value={place ?? ''}
      onChange={({ target }) => set(target.value === '' ? null : Number(target.value))}
    >
      <option value="">Not in the file</option>
      {choices.map(({ at, text }) => (
        <option key={at} value={at}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
