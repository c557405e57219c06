import type { CardAccess } from '../../ui/card-form/card.ts';
import { CardForm } from '../../ui/card-form/card-form.tsx';
import { CardFormLoading } from '../../ui/card-form/card-form-loading.tsx';
import { SandboxNotice } from '../../ui/card-form/sandbox-notice.tsx';
import styles from './gallery.module.css';
import { nothing, Sample, State } from './sample.view.tsx';

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
