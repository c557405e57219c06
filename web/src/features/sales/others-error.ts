import { othersText } from '../../app/forms/refusal-text.ts';

/** What is told under a field about what somebody else put there; nothing where nobody did. */
export function othersError(theirs: string | undefined): string | undefined {
  return theirs === undefined ? undefined : othersText(theirs);
}
