import * as endpoints from '#contracts/endpoints/own-data.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import type { Rejected } from '#contracts/result.ts';
import { type Answer, answer, type Call, type Route } from '#platform/http/call.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import type { Person, Principal } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { EmployeesCommands } from './employees.commands.ts';
import { erasureRefusedLetter, erasureWantedLetter } from './erasure.mail.ts';

export type OwnDataDeps = {
  readonly commands: Pick<EmployeesCommands, 'erasure' | 'erasuresOf'>;
  readonly queries: Pick<Queries, 'namesOf' | 'companyAccount'>;
  /** The refusal of an act that needs a proof of identity; null when it may go on. */
  readonly missingProof: (caller: Principal) => Promise<Rejected<'confirmIdentity'> | null>;
  /** The text of a file with all that is stored about a person. */
  readonly dataOf: (person: Person) => AsyncIterable<string>;
  readonly emailOf: (person: Person) => Promise<string | null>;
  readonly outbox: Outbox;
  readonly publicUrl: () => string;
};

type Done = Promise<Answer<{ message: string }>>;

/** What a person may ask about the own data, and what the super employee answers. */
export function ownDataRoutes(route: Route, deps: OwnDataDeps): void {
  const { commands, queries, missingProof, dataOf } = deps;

  route(endpoints.getOwnData, async ({ caller }) => {
    const missing = await missingProof(caller);
    if (missing) return missing;
    const file = { name: 'my-tallyboard-data.json', type: 'text/plain; charset=utf-8' };
    return { ok: true, reply: dataOf(caller), file };
  });

  route(endpoints.getErasure, async ({ caller }) => {
    const [wishes, missing] = await Promise.all([
      commands.erasuresOf(caller.companyId),
      missingProof(caller),
    ]);
    const own = wishes.find(({ employeeId }) => employeeId === caller.employeeId);
    const erasure = own ? { state: own.state, at: own.at, reason: own.reason } : null;
    return answer({ erasure, identity_confirmed: missing === null });
  });

  route(endpoints.askForErasure, (call) => askForErasure(call, deps));

  route(endpoints.withdrawErasure, async (call) => {
    const { caller } = call;
    const outcome = await commands.erasure(call.command(caller), caller.employeeId, {
      type: 'WithdrawErasure',
    });
    return outcome.ok ? answer({ message: messages.erasureWithdrawn }) : outcome;
  });

  route(endpoints.getErasures, async ({ caller: { companyId } }) => {
    const wishes = (await commands.erasuresOf(companyId)).toSorted((a, b) => (a.at < b.at ? 1 : -1));
    const names = await queries.namesOf(
      companyId,
      wishes.map(({ employeeId }) => employeeId),
    );
    const nameOf = new Map(names.map((one) => [one.id, `${one.first_name} ${one.last_name}`.trim()]));
    return answer({
      requestedData: wishes.map(({ employeeId, isDeleted, state, at, reason }) => ({
        ...{ id: employeeId, name: nameOf.get(employeeId) || null, deleted: isDeleted },
        ...{ state, at, reason },
      })),
    });
  });

  route(endpoints.answerErasure, (call) => answerErasure(call, deps));
}

/** A repeated request is one, and mailed once. */
async function askForErasure(call: Call<typeof endpoints.askForErasure>, deps: OwnDataDeps): Done {
  const { caller } = call;
  const { companyId, employeeId } = caller;
  const missing = await deps.missingProof(caller);
  if (missing) return missing;
  const outcome = await deps.commands.erasure(call.command(caller), employeeId, { type: 'RequestErasure' });
  if (!outcome.ok) return outcome;
  const [name, company] = await Promise.all([nameOf(caller, deps), deps.queries.companyAccount(companyId)]);
  const superEmployee = { companyId, employeeId: company?.superEmployeeId ?? '' };
  const letter = erasureWantedLetter({ name, publicUrl: deps.publicUrl() });
  await post(superEmployee, `erasure wanted ${employeeId} ${outcome.value?.erasure?.at}`, letter, deps);
  return { ok: true, position: outcome.position, reply: { message: messages.erasureRequested } };
}

async function answerErasure(call: Call<typeof endpoints.answerErasure>, deps: OwnDataDeps): Done {
  const { caller, params, body } = call;
  const ctx = call.command(caller);
  if (body.answer === 'erase') {
    const missing = await deps.missingProof(caller);
    if (missing) return missing;
    const ordered = await deps.commands.erasure(ctx, params.id, { type: 'OrderErasure' });
    if (!ordered.ok) return ordered;
    return { ok: true, position: ordered.position, reply: { message: messages.erasureOrdered } };
  }
  const reason = body.reason ?? '';
  const outcome = await deps.commands.erasure(ctx, params.id, { type: 'RefuseErasure', reason });
  if (!outcome.ok) return outcome;
  const person = { companyId: caller.companyId, employeeId: params.id };
  const refused = outcome.value?.erasure;
  const letter = erasureRefusedLetter({ reason: refused?.reason ?? '' });
  await post(person, `erasure refused ${params.id} ${refused?.at}`, letter, deps);
  return { ok: true, position: outcome.position, reply: { message: messages.erasureRefused } };
}

async function nameOf({ companyId, employeeId }: Person, { queries }: OwnDataDeps): Promise<string> {
  const [named] = await queries.namesOf(companyId, [employeeId]);
  return named ? `${named.first_name} ${named.last_name}` : '';
}

/** To the present address; a former employee has none. */
async function post(
  person: Person,
  id: string,
  letter: ReturnType<typeof erasureRefusedLetter>,
  deps: OwnDataDeps,
): Promise<void> {
  const address = await deps.emailOf(person);
  if (address === null) return;
  const to = { name: await nameOf(person, deps), address };
  await deps.outbox.post({ to, ...letter }, { id, companyId: person.companyId });
  deps.outbox.nudge(id);
}
