import { Button, LinkButton } from '../ui/button.tsx';
import { paths } from './paths.ts';
import { StandAlone } from './stand-alone.view.tsx';

/** The fallback of every route. A new version on the server is the usual reason, and a reload its cure. */
export function ErrorPage() {
  return (
    <StandAlone title="This screen could not be shown" text="Reload the page. What you saved is safe.">
      <Button onClick={() => window.location.reload()}>Reload</Button>
      <LinkButton look="plain" to={paths.root} reloadDocument>
        Start page
      </LinkButton>
    </StandAlone>
  );
}
