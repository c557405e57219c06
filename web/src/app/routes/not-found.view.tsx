import { messages } from '#contracts/messages.ts';
import { paths } from '../../kit/paths.ts';
import { StandAlone } from '../../kit/public/stand-alone.view.tsx';
import { Button } from '../../ui/button.tsx';
import { useBack } from './back.hooks.ts';

export function NotFoundPage() {
  const back = useBack(paths.root);
  return (
    <StandAlone title={messages.notFound} text="There is nothing at this address. Check it, or go back.">
      <Button onClick={back}>Back</Button>
    </StandAlone>
  );
}
