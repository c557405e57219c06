import { useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { paths } from '../../app/routes/paths.ts';
import { meets } from '../../app/session/permissions.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { SelectField } from '../../ui/field.tsx';
import { campaignsResource } from './campaigns.atoms.ts';
import { othersError } from './others-error.ts';
import type { SaleDraft, SaleForm } from './sale-form.atoms.ts';

type CampaignFieldProps = { form: SaleForm; sale: Sale | undefined; others: Partial<SaleDraft> };

export function CampaignField({ form, sale, others }: CampaignFieldProps) {
  const { campaignId } = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const me = useAtomValue(employeeAtom);
  const campaigns = useResource(campaignsResource, null)?.requestedData;
  const problem = useAtomValue(campaignsResource.problemAtom);
  const type = useSetAtom(form.typeAtom);
  const known = sale ? campaignOf(sale) : !campaigns && ownCampaign(me);
  const theirs = campaigns?.find((campaign) => campaign.campaign_id === others.campaignId);
  const error = refused.includes('campaignId') && (othersError(theirs?.campaign_name) ?? true);
  return (
    <SelectField
      name="campaignId"
      label="Campaign"
      required
      value={campaignId}
      error={problem ?? error}
      hint={campaigns?.length === 0 && <NoCampaign mayAdd={meets(me, 'manager')} />}
      onChange={(event) => type({ campaignId: event.target.value })}
    >
      <option value="">{campaigns || problem ? 'Choose a campaign' : 'Loading…'}</option>
      {known && !campaigns?.some(({ campaign_id }) => campaign_id === known.id) && (
        <option value={known.id}>{known.name}</option>
      )}
      {campaigns?.map(({ campaign_id, campaign_name }) => (
        <option key={campaign_id} value={campaign_id}>
          {campaign_name}
        </option>
      ))}
    </SelectField>
  );
}

function NoCampaign({ mayAdd }: { mayAdd: boolean }) {
  return (
    <>
      There is no campaign yet.{' '}
      {mayAdd ? <Link to={paths.addCampaign}>Add one</Link> : 'Ask your supervisor to add one.'}
    </>
  );
}

/** It may be gone, or not be here yet; the sale stays in it. */
function campaignOf({ campaign_id, name }: Sale) {
  return { id: campaign_id, name: name || 'A deleted campaign' };
}

/** The one that stands in a new form, until the list of all is here. */
function ownCampaign({ emp_campaign_id, campaignname }: Employee) {
  return emp_campaign_id !== null && { id: emp_campaign_id, name: campaignname ?? 'My campaign' };
}
