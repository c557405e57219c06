/** What stands under a field that somebody else has changed, too. */
export function othersText(theirs: string): string {
  return `Somebody else put “${theirs || 'nothing'}” here meanwhile. Save again to keep yours.`;
}

/** What stands under a refused field; one that is empty is red without words. */
export function refusalText(typed: string, message?: string, theirs?: string): string | true {
  if (theirs !== undefined) return othersText(theirs);
  return typed.trim() === '' || message === undefined ? true : message;
}
