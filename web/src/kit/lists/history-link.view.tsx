import { ScrollText } from 'lucide-react';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { historyPath } from '../paths.ts';

type HistoryLinkProps = { kind: Parameters<typeof historyPath>[0]; id: string };

/** Links to the whole history of one row, also of a deleted one. */
export function HistoryLink({ kind, id }: HistoryLinkProps) {
  return (
    <LinkButton variant="plain" to={historyPath(kind, id)}>
      <Icon of={ScrollText} size={16} /> History
    </LinkButton>
  );
}
