import { useAtomValue, useSetAtom } from 'jotai';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { useResource } from '../../app/resource.hooks.ts';
import { SelectField } from '../../ui/field.tsx';
import { campaignsResource } from './campaigns.atoms.ts';
import { othersError } from './others-error.ts';
import type { SaleDraft, SaleForm } from './sale-form.atoms.ts';

type CampaignFieldProps = { form: SaleForm; sale: Sale | undefined; others: Partial<SaleDraft> };

export function CampaignField({ form, sale, others }: CampaignFieldProps) {
  const { campaignId } = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const campaigns = useResource(campaignsResource, null)?.requestedData;
  const problem = useAtomValue(campaignsResource.problemAtom);
  const type = useSetAtom(form.typeAtom);
  const theirs = campaigns?.find((campaign) => campaign.campaign_id === others.campaignId);
  const error = refused.includes('campaignId') && (othersError(theirs?.campaign_name) ?? true);
  return (
    <SelectField
      name="campaignId"
      label="Campaign"
      required
      value={campaignId}
      error={problem ?? error}
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
