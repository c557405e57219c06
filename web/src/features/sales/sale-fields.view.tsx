import { useAtomValue, useSetAtom } from 'jotai';
import { DETAILS_MAX } from '#contracts/endpoints/fields.ts';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { OFFERED_SALE_STATUSES, type SaleStatus } from '#contracts/sale-status.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { useResource } from '../../app/resource.hooks.ts';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { campaignsResource } from './campaigns.atoms.ts';
import { ComputedFields } from './computed-fields.view.tsx';
import styles from './sale-fields.module.css';
import type { SaleFigures, SaleForm } from './sale-form.atoms.ts';

type SaleFieldsProps = {
  form: SaleForm;
  figures: SaleFigures;
  /** The one that is edited. */
  sale?: Sale | undefined;
};

/** The fields of a sale, for a new one and for an edit. */
export function SaleFields({ form, figures, sale }: SaleFieldsProps) {
  const draft = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const type = useSetAtom(form.typeAtom);

  return (
    <>
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
        <CampaignField form={form} sale={sale} />
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
      <ComputedFields figures={figures} />
      <Segmented
        label="Status"
        value={draft.status}
        onChange={(status) => type({ status })}
        options={statusesFor(sale).map((value) => ({ value, label: <StatusBadge status={value} /> }))}
      />
      <TextAreaField
        name="details"
        label="Details"
        rows={2}
        value={draft.details}
        error={draft.detailsCut}
        hint={<span className={styles.count}>{`${draft.details.length}/${DETAILS_MAX}`}</span>}
        onChange={(event) => type({ details: event.target.value, detailsCut: false })}
      />
    </>
  );
}

/** None is offered only where it stands. */
function statusesFor(sale: Sale | undefined): readonly SaleStatus[] {
  return sale?.status === 'None' ? [...OFFERED_SALE_STATUSES, 'None'] : OFFERED_SALE_STATUSES;
}

function CampaignField({ form, sale }: Pick<SaleFieldsProps, 'form' | 'sale'>) {
  const { campaignId } = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const campaigns = useResource(campaignsResource, null)?.requestedData;
  const problem = useAtomValue(campaignsResource.problemAtom);
  const type = useSetAtom(form.typeAtom);
  return (
    <SelectField
      name="campaignId"
      label="Campaign"
      required
      value={campaignId}
      error={problem ?? refused.includes('campaignId')}
      hint={campaigns?.length === 0 && 'There is no campaign yet. Ask your supervisor to add one.'}
      onChange={(event) => type({ campaignId: event.target.value })}
    >
      <option value="">{campaigns ? 'Choose a campaign' : 'Loading…'}</option>
      {/* The campaign of a sale may be gone, or not be here yet; the sale stays in it. */}
      {sale && !campaigns?.some((campaign) => campaign.campaign_id === sale.campaign_id) && (
        <option value={sale.campaign_id}>{sale.name || 'A deleted campaign'}</option>
      )}
      {campaigns?.map(({ campaign_id, campaign_name }) => (
        <option key={campaign_id} value={campaign_id}>
          {campaign_name}
        </option>
      ))}
    </SelectField>
  );
}
