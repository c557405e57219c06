import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { DETAILS_MAX } from '#contracts/endpoints/fields.ts';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { OFFERED_SALE_STATUSES, type SaleStatus } from '#contracts/sale-status.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { CampaignField, type KnownCampaign, useCampaignName } from '../../kit/forms/campaign-field.view.tsx';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { useReturnTo } from '../../kit/forms/return-to.hooks.ts';
import { commissionFormula } from '../../kit/numbers/commission-preview.ts';
import { paths } from '../../kit/paths.ts';
import { hasRole } from '../../kit/session/permissions.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { ReadOnlyField, TextAreaField, TextField } from '../../ui/field.tsx';
import { formatMoney, formatPercent } from '../../ui/format.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './sale-fields.module.css';
import { changedRates, type SaleFigures, type SaleForm } from './sale-form.atoms.ts';

type SaleFieldsProps = {
  form: SaleForm;
  figures: SaleFigures;
  /** The sale that is edited. */
  sale?: Sale;
  /** A campaign to offer while the list does not have it. */
  known?: KnownCampaign | undefined;
};

/** The fields of a sale, for a new one and for an edit. */
export function SaleFields({ form, figures, sale, known }: SaleFieldsProps) {
  const campaignName = useCampaignName();
  const isManager = hasRole(useAtomValue(employeeAtom), 'manager');
  const { draft, type, bind } = useFields(form, {
    textOf: (field, value) => (field === 'campaignId' ? campaignName(value) : value),
  });
  const { error: statusError } = bind('status', messages.statusRequired);

  return (
    <>
      <TextField {...bind('name')} label="Name" required autoFocus autoComplete="off" maxLength={TEXT_MAX} />
      <div className={styles.pair}>
        <CampaignField {...bind('campaignId')} known={known} none={<NoCampaign mayAdd={isManager} />} />
        <TextField
          {...bind('customerNumber')}
          label="Customer Number"
          autoComplete="off"
          maxLength={TEXT_MAX}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          {...bind('price', messages.invalidPrice)}
          label="Price"
          required={draft.status === 'Closed'}
          before="$"
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...bind('discount', messages.invalidPercent)}
          label="Discount"
          after="%"
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <ComputedFields figures={figures} />
      <Segmented
        name="status"
        label="Status"
        value={draft.status}
        onChange={(status) => type({ status })}
        // An unchosen status is not visible as an empty text field is, so it needs a text.
        error={statusError === true ? messages.statusRequired : statusError}
        options={statusesFor(sale).map((value) => ({ value, label: <StatusBadge status={value} /> }))}
      />
      <TextAreaField
        {...bind('details')}
        label="Details"
        rows={2}
        error={draft.detailsCut || bind('details').error}
        hint={<span className={styles.count}>{`${draft.details.length}/${DETAILS_MAX}`}</span>}
        onChange={(event) => type({ details: event.target.value, detailsCut: false })}
      />
    </>
  );
}

function NoCampaign({ mayAdd }: { mayAdd: boolean }) {
  const { andBack } = useReturnTo();
  return (
    <>
      There is no campaign yet.{' '}
      {mayAdd ? (
        <Link to={paths.addCampaign} state={andBack}>
          Add one
        </Link>
      ) : (
        'Ask your supervisor to add one.'
      )}
    </>
  );
}

/** The status None is offered only to a sale that has it. */
function statusesFor(sale: Sale | undefined): readonly SaleStatus[] {
  return sale?.status === 'None' ? [...OFFERED_SALE_STATUSES, 'None'] : OFFERED_SALE_STATUSES;
}

/** Tax and commission, computed from the campaign while the person types. */
function ComputedFields({ figures }: { figures: SaleFigures }) {
  const rates = useAtomValue(figures.ratesAtom);
  const preview = useAtomValue(figures.previewAtom);
  const campaign = useAtomValue(figures.campaignAtom);
  return (
    <div className={styles.pair} data-computed>
      <ReadOnlyField label="Tax" hint="From the campaign">
        {rates ? formatPercent(rates.tax) : '–'}
      </ReadOnlyField>
      <ReadOnlyField
        label="Commission"
        hint={preview ? commissionFormula(preview) : 'Choose a campaign and enter a price'}
      >
        <strong>{preview ? formatMoney(preview.commissionDollars) : '–'}</strong>
      </ReadOnlyField>
      <p className={styles.changed} role="status">
        {campaign && <ChangedRates key={campaign.campaign_id} campaign={campaign} />}
      </p>
    </div>
  );
}

/** Rates that another person changed while the form is open. */
function ChangedRates({ campaign }: { campaign: Campaign }) {
  const [before] = useState(campaign);
  return changedRates(before, campaign);
}
