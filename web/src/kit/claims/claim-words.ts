import type { Claim } from '#contracts/endpoints/claims.endpoints.ts';
import { formatDate } from '../../ui/format.ts';

/** What a claim is about. */
export function claimName({ kind, line, date }: Pick<Claim, 'kind' | 'line' | 'date'>): string {
  const on = date === null ? '' : ` on ${formatDate(date)}`;
  switch (kind) {
    case 'line':
      return line || 'A line';
    case 'missing sale':
      return `Missing sale${on}`;
    case 'hours':
      return `Hours${on}`;
  }
}
