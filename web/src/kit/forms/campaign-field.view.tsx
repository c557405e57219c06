import { useAtomValue, useSetAtom } from 'jotai';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { campaignsQuery } from '../queries/campaigns.queries.ts';
import { useQuery } from '../queries/query.hooks.ts';

export type KnownCampaign = { readonly id: string; readonly name: string };

type CampaignFieldProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'hint'> & {
  /** Offered while the list does not have it: the list is still loading, or the campaign was deleted. */
  known?: KnownCampaign | undefined;
  /** Shown below the field when the company has no campaign yet. */
  none: ReactNode;
};

/** Chooses one of the company's campaigns. */
export function CampaignField({ known, none, error, ...select }: CampaignFieldProps) {
  const campaigns = useQuery(campaignsQuery, null)?.requestedData;
  const problem = useAtomValue(campaignsQuery.problemAtom);
  const isListed = campaigns?.some(({ campaign_id }) => campaign_id === known?.id);
  return (
    <SelectField
      {...select}
      label="Campaign"
      required
      error={problem ?? error}
      hint={problem ? <TryAgain /> : campaigns?.length === 0 && none}
    >
      <option value="">{campaigns || problem ? 'Choose a campaign' : 'Loading…'}</option>
      {known && !isListed && <option value={known.id}>{known.name}</option>}
      {campaigns?.map(({ campaign_id, campaign_name }) => (
        <option key={campaign_id} value={campaign_id}>
          {campaign_name}
        </option>
      ))}
    </SelectField>
  );
}

/** The name of a campaign by its id, for the text of a conflict. */
export function useCampaignName(): (id: string) => string {
  const campaigns = useQuery(campaignsQuery, null)?.requestedData;
  return (id) =>
    campaigns?.find(({ campaign_id }) => campaign_id === id)?.campaign_name ?? 'another campaign';
}

function TryAgain() {
  const reload = useSetAtom(campaignsQuery.reloadAtom);
  return (
    <Button variant="plain" onClick={() => void reload()}>
      Try again
    </Button>
  );
}
