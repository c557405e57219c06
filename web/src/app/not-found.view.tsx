import { useNavigate } from 'react-router-dom';
import { messages } from '#contracts/messages.ts';
import { Button } from '../ui/button.tsx';
import { paths } from './paths.ts';
import { StandAlone } from './stand-alone.view.tsx';

export function NotFoundPage() {
  const navigate = useNavigate();
  const back = () => (window.history.length > 1 ? navigate(-1) : navigate(paths.root));
  return (
    <StandAlone title={messages.notFound} text="There is nothing at this address. Check it, or go back.">
      <Button onClick={() => void back()}>Back</Button>
    </StandAlone>
  );
}
