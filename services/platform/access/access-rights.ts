import { isManager, type Principal } from '../principal.ts';

export type AccessRightsDeps = {
  readonly associatesAmong: (
    companyId: string,
    employeeIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
};

type Recorded = { readonly type: string; readonly data: unknown };
type Reader = Pick<Principal, 'companyId' | 'employeeId' | 'role' | 'type'>;

/** Whether an event is of the access history, also one that only a newer version knows. */
export function isOfAccess({ type }: Pick<Recorded, 'type'>): boolean {
  return type.startsWith('Access');
}

/** The readers of the access history of a person: the person, managers that of an associate, the super employee every one. */
export function createAccessRights({ associatesAmong }: AccessRightsDeps) {
  async function mayRead(reader: Reader, employeeId: string): Promise<boolean> {
    if (employeeId === reader.employeeId || reader.type === 'super employee') return true;
    return isManager(reader) && (await associatesAmong(reader.companyId, [employeeId])).size > 0;
  }

  return {
    mayRead,

    /** Whether the reader, a manager, may see an event of the company; asks once for each person. */
    seenBy(reader: Reader): (event: Recorded) => boolean | Promise<boolean> {
      const known = new Map<string, Promise<boolean>>();
      return (event) => {
        if (!isOfAccess(event)) return true;
        const person = personOf(event);
        const answer = known.get(person) ?? mayRead(reader, person);
        known.set(person, answer);
        return answer;
      };
    },

    /** Those of these events of the reader's company that the reader, a manager, may see. */
    async visible<Event extends Recorded>(
      reader: Reader,
      events: readonly Event[],
    ): Promise<readonly Event[]> {
      if (reader.type === 'super employee' || !events.some(isOfAccess)) return events;
      const people = events.filter(isOfAccess).map(personOf);
      const seen = await associatesAmong(reader.companyId, [...new Set(people)]);
      return events.filter((event) => {
        const person = personOf(event);
        return !isOfAccess(event) || person === reader.employeeId || seen.has(person);
      });
    },
  };
}

export type AccessRights = ReturnType<typeof createAccessRights>;

function personOf({ data }: Recorded): string {
  const { employeeId } = (data ?? {}) as { readonly employeeId?: unknown };
  return typeof employeeId === 'string' ? employeeId : '';
}
