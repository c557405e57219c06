import { NOTES_REST_MS } from '#platform/access/access-notes.ts';
import { moveAccessNotes } from '#services/history/access.job.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { ApiUnderTest } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';

/** One run of the job, when the notes have rested; the read models have its events then. */
export async function moveNotes({ access, clock, commands, store, progress }: ApiUnderTest): Promise<void> {
  const { note } = commands.access;
  const later = { now: () => new Date(clock.now().getTime() + NOTES_REST_MS) };
  await moveAccessNotes({ clock: later, notes: access, note }, new AbortController().signal);
  if (!(await progress.waitFor(await store.head(), MAX_WAIT_MS))) throw new Error('projections stand still');
}

/** What the access history of a person says to this reader: facts with what they are about, the oldest first. */
export async function accessOf(reader: HttpClient, employeeId: string): Promise<string[]> {
  const { status, body } = await reader.get(`/audit/history/access/${employeeId}`);
  if (status !== 200) return [`${status} ${body.error}`];
  return (body.requestedData as Entry[]).map(wordsOf).reverse();
}

export type Entry = {
  readonly title: string;
  readonly position: number;
  readonly person: { readonly id: string } | null;
  readonly actor: { readonly id: string } | null;
  readonly changes: readonly { readonly field: string; readonly after: { readonly text: string } | null }[];
};

export function wordsOf({ title, changes }: Entry): string {
  const textOf = (name: string) => changes.find(({ field }) => field === name)?.after?.text;
  return [title, textOf('about'), textOf('times')].filter((text) => text !== undefined).join(', ');
}
