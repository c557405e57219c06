import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { DETAILS_MAX } from '#contracts/endpoints/fields.ts';
import { messages } from '#contracts/messages.ts';
import { OFFERED_SALE_STATUSES } from '#contracts/sale-status.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { connectionAtom } from '../../live/live.atoms.ts';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import {
  campaignsAtom,
  campaignsProblemAtom,
  healCampaignsAtom,
  loadCampaignsAtom,
} from './campaigns.atoms.ts';
import { ComputedFields } from './computed-fields.view.tsx';
import styles from './sale-fields.module.css';
import { detailsCutAtom, refusedFieldsAtom, saleDraftAtom, typeSaleAtom } from './sale-form.atoms.ts';

/** The fields of a sale, for a new one and for an edit. */
export function SaleFields() {
  const draft = useAtomValue(saleDraftAtom);
  const refused = useAtomValue(refusedFieldsAtom);
  const isCut = useAtomValue(detailsCutAtom);
  const type = useSetAtom(typeSaleAtom);

  return (
    <div className={styles.fields}>
      <TextField
        name="name"
        label="Name"
        required
        autoFocus
        autoComplete="off"
        maxLength={TEXT_MAX}
        value={draft.name}
        error={refused.includes('name')}
        onChange={(event) => type({ name: event.target.value })}
      />
      <div className={styles.pair}>
        <CampaignField />
        <TextField
          name="customerNumber"
          label="Customer Number"
          autoComplete="off"
          maxLength={TEXT_MAX}
          value={draft.customerNumber}
          onChange={(event) => type({ customerNumber: event.target.value })}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          name="price"
          label="Price"
          before="$"
          inputMode="decimal"
          autoComplete="off"
          value={draft.price}
          error={refused.includes('price') && messages.invalidPrice}
          onChange={(event) => type({ price: event.target.value })}
        />
        <TextField
          name="discount"
          label="Discount"
          after="%"
          inputMode="decimal"
          autoComplete="off"
          value={draft.discount}
          error={refused.includes('discount') && messages.invalidPercent}
          onChange={(event) => type({ discount: event.target.value })}
        />
      </div>
      <ComputedFields />
      <Segmented
        label="Status"
        value={draft.status}
        onChange={(status) => type({ status })}
        options={OFFERED_SALE_STATUSES.map((value) => ({ value, label: <StatusBadge status={value} /> }))}
      />
      <TextAreaField
        name="details"
        label="Details"
        rows={2}
        value={draft.details}
        error={isCut}
        hint={<span className={styles.count}>{`${draft.details.length}/${DETAILS_MAX}`}</span>}
        onChange={(event) => type({ details: event.target.value })}
      />
    </div>
  );
}

function CampaignField() {
  const draft = useAtomValue(saleDraftAtom);
  const refused = useAtomValue(refusedFieldsAtom);
  const campaigns = useAtomValue(campaignsAtom);
  const problem = useAtomValue(campaignsProblemAtom);
  const connection = useAtomValue(connectionAtom);
  const load = useSetAtom(loadCampaignsAtom);
  const heal = useSetAtom(healCampaignsAtom);
  const type = useSetAtom(typeSaleAtom);
  useEffect(() => void load(), [load]);
  useEffect(() => void heal(connection), [heal, connection]);
  return (
    <SelectField
      name="campaignId"
      label="Campaign"
      required
      value={draft.campaignId}
      error={problem ?? refused.includes('campaignId')}
      hint={campaigns?.length === 0 && 'There is no campaign yet. Ask your supervisor to add one.'}
      onChange={(event) => type({ campaignId: event.target.value })}
    >
      <option value="">{campaigns ? 'Choose a campaign' : 'Loading…'}</option>
      {campaigns?.map(({ campaign_id, campaign_name }) => (
        <option key={campaign_id} value={campaign_id}>
          {campaign_name}
        </option>
      ))}
    </SelectField>
  );
}
