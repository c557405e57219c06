/** Under a field that another person has changed, too. */
export function conflictText(theirs: string): string {
  return `Somebody else put “${theirs || 'nothing'}” here meanwhile. Save again to keep yours.`;
}

/** Under a refused field; `true` is the red outline without a text, as for a field that is empty. */
export function fieldError(typed: string, message?: string, theirs?: string): string | true {
  if (theirs !== undefined) return conflictText(theirs);
  return typed.trim() === '' || message === undefined ? true : message;
}
