import { Type } from 'typebox';
import { UnwritableEvent } from '#contracts/events/codec.ts';
import type { AccessNotes, DueNote } from '#platform/access/access-notes.ts';
import type { Clock } from '#platform/clock.ts';
import { handle, jobType } from '#platform/jobs/job.ts';
import type { AccessCommands } from './access.commands.ts';

/** Their appends share commits; the rows are locked meanwhile. */
const AT_ONCE = 50;

export type NoteAccessDeps = {
  readonly clock: Clock;
  readonly notes: Pick<AccessNotes, 'moveDue'>;
  readonly note: AccessCommands['note'];
};

/** Every minute: moves facts of the access history into the log, exactly once. See ADR 0059. */
const noteAccess = jobType({
  name: 'note-access',
  data: Type.Object({}),
  schedule: { every: 60_000 },
  attempts: 3,
  backoff: { kind: 'exponential', delay: 1000 },
});

export function noteAccessJob(deps: NoteAccessDeps) {
  return handle(noteAccess, async (_data, { log, signal }) => {
    try {
      await moveAccessNotes(deps, signal);
    } catch (error) {
      if (!(error instanceof UnwritableEvent)) throw error;
      log.debug('the access history waits until no former version of the program runs');
    }
  });
}

/** Moves what is due. Throws as the append does; the rest is moved by the next run. */
export async function moveAccessNotes(
  { clock, notes, note }: NoteAccessDeps,
  signal: AbortSignal,
): Promise<void> {
  const move = async (due: readonly DueNote[]) => {
    const tried = await Promise.allSettled(due.map((one) => append(one)));
    const moved = due.filter((_, at) => tried[at]?.status === 'fulfilled');
    const failed = tried.find(({ status }) => status === 'rejected');
    if (moved.length === 0 && failed?.status === 'rejected') throw failed.reason;
    return moved;
  };
  for (let moved = AT_ONCE; moved === AT_ONCE && !signal.aborted; )
    moved = await notes.moveDue(clock.now().toISOString(), AT_ONCE, move);

  async function append(due: DueNote): Promise<void> {
    const { noteId, companyId, actorId, at, correlationId, ...data } = due;
    const ctx = { companyId, actorId, commandId: noteId, correlationId, origin: 'api', now: at } as const;
    const outcome = await note(ctx, data);
    // Other writers won every time; the next run is another try.
    if (!outcome.ok) throw new Error(`refused: ${outcome.code}`);
  }
}
