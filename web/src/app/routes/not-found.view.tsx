import { messages } from '#contracts/messages.ts';
import { Button } from '../../ui/button.tsx';
import { StandAlone } from '../public/stand-alone.view.tsx';
import { useBack } from './back.hooks.ts';
import { paths } from './paths.ts';

export function NotFoundPage() {
  const back = useBack(paths.root);
  return (
    <StandAlone title={messages.notFound} text="There is nothing at this address. Check it, or go back.">
      <Button onClick={back}>Back</Button>
    </StandAlone>
  );
}
