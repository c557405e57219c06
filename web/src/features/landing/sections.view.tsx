import { CampaignsAndGoals } from './campaigns-and-goals.view.tsx';
import { Commission } from './commission.view.tsx';
import { RemoteTeams } from './remote-teams.view.tsx';
import { Services } from './services.view.tsx';
import { Why } from './why.view.tsx';

/** The sections below the fold, loaded after the first paint. */
export function Sections() {
  return (
    <>
      <Services />
      <RemoteTeams />
      <Commission />
      <CampaignsAndGoals />
      <Why />
    </>
  );
}
