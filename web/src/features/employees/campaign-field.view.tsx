import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useResource } from '../../app/resource.hooks.ts';
import { SelectField } from '../../ui/field.tsx';
import { campaignsResource } from './employees.atoms.ts';

type CampaignFieldProps = {
  campaignId: string;
  /** Of the chosen one, until the list is there. */
  campaignName: string | null | undefined;
  error: string | boolean;
  onChange: (campaignId: string) => void;
};

export function CampaignField({ campaignId, campaignName, error, onChange }: CampaignFieldProps) {
  const campaigns = useResource(campaignsResource, null)?.requestedData;
  const problem = useAtomValue(campaignsResource.problemAtom);
  const isListed = campaigns?.some(({ campaign_id }) => campaign_id === campaignId);
  return (
    <SelectField
      name="campaignId"
      label="Campaign"
      required
      value={campaignId}
      error={problem ?? error}
      hint={
        campaigns?.length === 0 && (
          <>
            There is no campaign yet. <Link to={paths.addCampaign}>Add one first</Link>; what you typed stays.
          </>
        )
      }
      onChange={(event) => onChange(event.target.value)}
    >
      {campaignId === '' && <option value="">{campaigns ? 'Choose a campaign' : 'Loading…'}</option>}
      {campaignId !== '' && !isListed && <option value={campaignId}>{campaignName ?? 'Loading…'}</option>}
      {campaigns?.map(({ campaign_id, campaign_name }) => (
        <option key={campaign_id} value={campaign_id}>
          {campaign_name}
        </option>
      ))}
    </SelectField>
  );
}
