import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import { PAY_RHYTHMS, type PayRhythm } from '#contracts/pay/pay-periods.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { FormSheet } from '../../kit/forms/form-sheet.view.tsx';
import { UnsavedWork } from '../../kit/forms/unsaved-work.view.tsx';
import { paths } from '../../kit/paths.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import { useQuery } from '../../kit/queries/query.hooks.ts';
import { QueryState } from '../../kit/queries/query-state.view.tsx';
import { noAlert } from '../../ui/alert.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { formatDate, formatDates } from '../../ui/format.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { rulesQuery } from './pay.atoms.ts';
import styles from './pay.module.css';
import {
  clawbackForm,
  firstPeriodAtom,
  nextStartsAtom,
  scheduleForm,
  settingsForms,
  timeZonesAtom,
} from './pay-settings.atoms.ts';
import { RHYTHM_NAMES } from './pay-words.ts';
import { tickOnTheWayAtom, verificationAlertAtom, verifyAtom } from './verification.atoms.ts';

/** How the company pays, for the super employee. */
export function PaySettingsPage() {
  const rules = useQuery(rulesQuery, null);
  return (
    <>
      <PageHeader title="Pay settings" note={<Link to={paths.payroll}>Payroll</Link>} />
      <UnsavedWork form={settingsForms} />
      <QueryState of={rulesQuery} loading="Loading the pay settings" />
      {rules && (
        <TwoColumns sheet>
          <Panel title="Schedule">
            <Schedules />
            <ScheduleForm />
          </Panel>
          <Panel title="Clawback">
            <ClawbackForm />
          </Panel>
          <Panel title="Verification">
            <Verification verified={rules.verified_campaigns} />
          </Panel>
        </TwoColumns>
      )}
    </>
  );
}

/** For each campaign a tick, which is saved at once. */
function Verification({ verified }: { verified: readonly string[] }) {
  const campaigns = useQuery(campaignsQuery, null)?.requestedData ?? [];
  const [alert, setAlert] = useAtom(verificationAlertAtom);
  const verify = useSetAtom(verifyAtom);
  const tick = useAtomValue(tickOnTheWayAtom);
  return (
    <div className={styles.parts}>
      <p className={styles.soft}>
        A Closed sale of an associate in a ticked campaign is paid only after a manager confirmed it. The
        boards show it at once.
      </p>
      <MessageBox alert={alert} onClose={() => setAlert(noAlert)} />
      {campaigns.map(({ campaign_id, campaign_name }) => (
        <Checkbox
          key={campaign_id}
          label={campaign_name}
          checked={tick?.campaignId === campaign_id ? tick.required : verified.includes(campaign_id)}
          onChange={({ target }) => void verify({ campaignId: campaign_id, required: target.checked })}
        />
      ))}
    </div>
  );
}

/** The schedules so far; nothing before the first. */
function Schedules() {
  const schedules = useAtomValue(rulesQuery.replyAtom)?.schedules ?? [];
  if (schedules.length === 0) return null;
  return (
    <div className={styles.schedules}>
      <Facts
        facts={schedules.map(({ rhythm, first_day, time_zone }) => [
          `From ${formatDate(first_day)}`,
          `${RHYTHM_NAMES[rhythm]}, ${time_zone}`,
        ])}
      />
    </div>
  );
}

function ScheduleForm() {
  const { draft, bind } = useFields(scheduleForm);
  const type = useSetAtom(scheduleForm.typeAtom);
  const starts = useAtomValue(nextStartsAtom);
  const zones = useAtomValue(timeZonesAtom);
  const first = useAtomValue(firstPeriodAtom);
  const hint = first && `The first period: ${formatDates(first.from, first.to)}`;
  return (
    <FormSheet form={scheduleForm} action="Save schedule" busyAction="Saving…">
      <p className={styles.soft}>
        {starts.length > 0
          ? 'Another schedule begins on the day after a period: no day is left out or paid twice.'
          : 'What was earned before the first day counts as paid, unless it is recorded later. Until then another can replace it.'}
      </p>
      <SelectField
        name="rhythm"
        label="How often you pay"
        value={draft.rhythm}
        onChange={({ target }) => type({ rhythm: target.value as PayRhythm })}
      >
        {PAY_RHYTHMS.map((rhythm) => (
          <option key={rhythm} value={rhythm}>
            {RHYTHM_NAMES[rhythm]}
          </option>
        ))}
      </SelectField>
      {starts.length > 0 ? (
        <SelectField {...bind('firstDay', messages.invalidFirstDay)} label="First day" hint={hint}>
          {starts.map((start) => (
            <option key={start} value={start}>
              {formatDate(start)}
            </option>
          ))}
        </SelectField>
      ) : (
        <TextField
          {...bind('firstDay', messages.invalidFirstDay)}
          label="First day"
          type="date"
          hint={hint}
          required
        />
      )}
      <ComboboxField
        {...bind('timeZone', messages.invalidTimeZone)}
        label="Time zone"
        hint="A period is over at midnight there."
        choices={zones.map((zone) => ({ id: zone, name: zone.replaceAll('_', ' ') }))}
      />
    </FormSheet>
  );
}

function ClawbackForm() {
  const { bind } = useFields(clawbackForm);
  return (
    <FormSheet form={clawbackForm} action="Save clawback" busyAction="Saving…">
      <TextField
        {...bind('days', messages.invalidClawbackDays)}
        label="Days after payment"
        inputMode="numeric"
        autoComplete="off"
        placeholder="No limit"
        hint="For so long a sale that shrinks or is deleted is taken back from later pay. Empty: without end."
      />
    </FormSheet>
  );
}
