import { useAtomValue, useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { othersText } from '../../app/forms/refusal-text.ts';
import { useResource } from '../../app/lists/resource.hooks.ts';
import { paths } from '../../app/routes/paths.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { campaignsResource } from './employees.atoms.ts';

type CampaignFieldProps = {
  campaignId: string;
  /** Of the chosen one, until the list is there. */
  campaignName: string | null | undefined;
  error: boolean;
  /** What somebody else chose meanwhile. */
  theirs: string | undefined;
  onChange: (campaignId: string) => void;
};

export function CampaignField({ campaignId, campaignName, error, theirs, onChange }: CampaignFieldProps) {
  const campaigns = useResource(campaignsResource, null)?.requestedData;
  const problem = useAtomValue(campaignsResource.problemAtom);
  const nameOf = (id: string) => campaigns?.find(({ campaign_id }) => campaign_id === id)?.campaign_name;
  return (
    <SelectField
      name="campaignId"
      label="Campaign"
      required
      value={campaignId}
      error={problem ?? (theirs === undefined ? error : othersText(nameOf(theirs) ?? 'another campaign'))}
      hint={problem ? <TryAgain /> : campaigns?.length === 0 && <NoCampaign />}
      onChange={(event) => onChange(event.target.value)}
    >
      {campaignId === '' && (
        <option value="">{campaigns || problem ? 'Choose a campaign' : 'Loading…'}</option>
      )}
      {campaignId !== '' && nameOf(campaignId) === undefined && (
        <option value={campaignId}>{campaignName ?? 'Loading…'}</option>
      )}
      {campaigns?.map(({ campaign_id, campaign_name }) => (
        <option key={campaign_id} value={campaign_id}>
          {campaign_name}
        </option>
      ))}
    </SelectField>
  );
}

function TryAgain() {
  const reload = useSetAtom(campaignsResource.reloadAtom);
  return (
    <Button look="plain" onClick={() => void reload()}>
      Try again
    </Button>
  );
}

function NoCampaign() {
  return (
    <>
      There is no campaign yet. <Link to={paths.addCampaign}>Add one first</Link>; what you typed stays.
    </>
  );
}
