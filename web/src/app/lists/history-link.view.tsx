import { ScrollText } from 'lucide-react';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { historyPath } from '../routes/paths.ts';

type HistoryLinkProps = { kind: Parameters<typeof historyPath>[0]; id: string };

/** To everything that ever happened to one thing, also to one that is not there any more. */
export function HistoryLink({ kind, id }: HistoryLinkProps) {
  return (
    <LinkButton look="plain" to={historyPath(kind, id)}>
      <Icon of={ScrollText} size={16} /> History
    </LinkButton>
  );
}
