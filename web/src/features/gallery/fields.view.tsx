import type { CardAccess } from '../../ui/card-form/card.ts';
import { CardForm } from '../../ui/card-form/card-form.tsx';
import { CardFormLoading } from '../../ui/card-form/card-form-parts.tsx';
import { SandboxNotice } from '../../ui/card-form/sandbox-notice.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeBoxes } from '../../ui/code-boxes.tsx';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { DateQuery } from '../../ui/date-query.tsx';
import { FieldPair, ReadOnlyField, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { PasswordField, PasswordText, ShowPassword } from '../../ui/password-field.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './gallery.module.css';
import { FEW, LONG, MANY } from './gallery-data.ts';
import { Held, nothing, Sample, State } from './sample.view.tsx';

const COMBOBOXES = [
  { label: 'Few', choices: FEW },
  { label: 'Many', choices: MANY, hint: 'Eg: lukasz 1002' },
  { label: 'Refused choice', choices: FEW, error: 'Somebody else put “Anna Abel” here meanwhile.' },
];

/** Fields and other inputs. */
export function Fields() {
  return (
    <>
      <Sample name="TextField" use="Label above, hint and error below, units inside the box.">
        <State of="Empty, required, with a unit, with a hint, refused, disabled">
          <div className={styles.stack}>
            <TextField label="Name" placeholder="Heat pump for the bakery" />
            <TextField label="Email" type="email" required />
            <FieldPair>
              <TextField label="Price" before="$" defaultValue="1,234.50" inputMode="decimal" />
              <TextField label="Discount" after="%" defaultValue="0" hint="From 0 to 100" />
            </FieldPair>
            <TextField label="Tax" defaultValue="101" after="%" error="Enter a percentage from 0 to 100" />
            <TextField label="Refused without a text" defaultValue={LONG} error />
            <TextField label="Not now" defaultValue="Disabled" disabled />
          </div>
        </State>
      </Sample>
      <Sample name="SelectField" use="One of many.">
        <State of="Chosen, refused">
          <FieldPair>
            <SelectField label="Campaign" defaultValue="b">
              <option value="a">Solar Roofs</option>
              <option value="b">{LONG}</option>
            </SelectField>
            <SelectField label="Role" error="Choose a role" defaultValue="">
              <option value="">Choose…</option>
            </SelectField>
          </FieldPair>
        </State>
      </Sample>
      <Sample name="ComboboxField" use="One of many, found by typing; a click shows all.">
        <State of="One of a few, one of 1,000, refused">
          <div className={styles.stack}>
            {COMBOBOXES.map((field) => (
              <Held key={field.label} start="">
                {(value, set) => (
                  <ComboboxField {...field} value={value} onChange={({ target }) => set(target.value)} />
                )}
              </Held>
            ))}
          </div>
        </State>
      </Sample>
      <Sample name="TextAreaField" use="More than a line.">
        <State of="With a counter, refused">
          <div className={styles.stack}>
            <TextAreaField label="Details" defaultValue="Calls back on Monday" hint="20/255" />
            <TextAreaField label="Details, cut off" defaultValue={LONG} hint="255/255" error />
          </div>
        </State>
      </Sample>
      <Sample name="ReadOnlyField" use="A value that something else decides.">
        <State of="With a hint">
          <ReadOnlyField label="Commission" hint="($1,234.50 − 5% tax) × 9.5%">
            $111.41
          </ReadOnlyField>
        </State>
      </Sample>
      <Sample name="Checkbox" use="Yes or no.">
        <State of="Off, on, fixed, long">
          <div className={styles.stack}>
            <Checkbox label="Analytics" />
            <Checkbox label="Marketing" defaultChecked />
            <Checkbox label="Necessary" checked disabled readOnly />
            <Checkbox label={LONG} />
          </div>
        </State>
      </Sample>
      <Sample name="Segmented" use="One of a few, all of them in sight.">
        <State of="Usual and refused, small">
          <Held<'a' | 'b' | 'c'> start="a">
            {(value, set) => (
              <div className={styles.stack}>
                {[false, true].map((small) => (
                  <Segmented
                    key={String(small)}
                    label="Status"
                    small={small}
                    value={value}
                    onChange={set}
                    error={small && 'Somebody else put “Closed” here meanwhile.'}
                    options={[
                      { value: 'a', label: 'Lead' },
                      { value: 'b', label: 'Negotiating' },
                      { value: 'c', label: 'Closed' },
                    ]}
                  />
                ))}
              </div>
            )}
          </Held>
        </State>
      </Sample>
      <Sample name="PasswordField" use="Can be uncovered; what it needs is ticked off while it is typed.">
        <State of="With what is missing">
          <Held start="otter7">
            {(password, set) => (
              <PasswordField
                label="Password"
                value={password}
                onChange={(event) => set(event.target.value)}
                autoComplete="new-password"
                hint={
                  <PasswordRules
                    password={password}
                    parts={['length', 'capital', 'small', 'digit', 'symbol']}
                  />
                }
              />
            )}
          </Held>
        </State>
        <State of="Two that are uncovered together">
          <Held start={true}>
            {(shown, show) => (
              <div className={styles.stack}>
                <FieldPair>
                  <PasswordText label="New password" shown={shown} defaultValue="Quiet.otter7" />
                  <PasswordText
                    label="Confirm password"
                    shown={shown}
                    defaultValue="Quiet.otter"
                    error="The passwords do not match"
                  />
                </FieldPair>
                <ShowPassword shown={shown} onShow={show} />
              </div>
            )}
          </Held>
        </State>
      </Sample>
      <Sample name="CodeBoxes" use="The six digits of a mailed code.">
        <State of="Begun, refused">
          <div className={styles.stack}>
            <Held start="12    ">
              {(code, set) => <CodeBoxes label="Code" name="begun" code={code} onCode={set} />}
            </Held>
            <CodeBoxes label="Code" name="refused" code="123456" onCode={nothing} error />
          </div>
        </State>
      </Sample>
      <Sample name="SearchField" use="Narrows a list while typing. The key / comes here, Esc empties it.">
        <State of="Empty, with a text">
          <div className={styles.row}>
            {['', 'okafor'].map((start) => (
              <Held key={start} start={start}>
                {(value, set) => <SearchField label="Search by name" value={value} onChange={set} />}
              </Held>
            ))}
          </div>
        </State>
      </Sample>
      <Sample name="DateQuery" use="Asks for one date, or for all again. Without a date nothing happens.">
        <State of="For all, for one">
          <div className={styles.stack}>
            <DateQuery date="" onQuery={nothing} />
            <DateQuery date="2026-03-02" onQuery={nothing} />
          </div>
        </State>
      </Sample>
    </>
  );
}

const SANDBOX: CardAccess = { provider: 'sandbox', publishableKey: 'pk_sandbox', clientSecret: '' };
const form = { card: SANDBOX, dark: false, onPay: nothing } as const;

/** Card forms. Stripe's own fields need Stripe, so only the form of the sandbox is here. */
export function Cards() {
  return (
    <>
      <Sample name="CardForm" use="Takes a card: Stripe's own fields, or test cards where there are no keys.">
        <State of="The sandbox's face; press the button with nothing chosen">
          <CardForm {...form} action="Register" busy={false} done={false} />
        </State>
        <State of="Busy">
          <CardForm {...form} action="Register" busy done={false} />
        </State>
      </Sample>
      <Sample name="CardFormLoading" use="As high as a card form, until it is there.">
        <State of="On its way">
          <CardFormLoading />
        </State>
      </Sample>
      <Sample name="SandboxNotice" use="Wherever payments show that none of them is real.">
        <State of="Alone, with more to say">
          <div className={styles.stack}>
            <SandboxNotice />
            <SandboxNotice>
              <p>Dates and charges are those of the sandbox.</p>
            </SandboxNotice>
          </div>
        </State>
      </Sample>
    </>
  );
}
