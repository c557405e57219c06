import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import type { Clock } from '#platform/clock.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import type { Person } from '#platform/principal.ts';
import { eachWithinCompany } from '#platform/scope.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { Accounts } from '#services/auth/accounts.ts';
import type { Identity } from '#services/auth/auth.module.ts';
import type { OwnDataDeps } from '#services/employees/own-data.routes.ts';
import type { HistoryDeps } from '#services/history/entries.ts';
import { exportHistory } from '#services/history/history-export.ts';
import { filterOf } from '#services/history/history-filter.ts';

type Given = {
  readonly identity: Pick<Identity, 'identityProof' | 'ownRows'>;
  readonly accounts: Pick<Accounts, 'emailOf'>;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly publicUrl: () => string | undefined;
};

type Past = HistoryDeps & { readonly queries: HistoryDeps['queries'] & Pick<Queries, 'everEmployeeById'> };

/** What the calls about the own data need of other slices. */
export function ownDataPorts(
  { identity, accounts, outbox, clock, publicUrl }: Given,
  past: Past,
): Omit<OwnDataDeps, 'commands' | 'queries'> {
  return {
    missingProof: identity.identityProof.missing,
    emailOf: accounts.emailOf,
    outbox,
    publicUrl: () => publicUrl() ?? '',
    dataOf: (person) =>
      eachWithinCompany(person.companyId, fileOf(identity.ownRows, past, person, clock.now().toISOString())),
  };
}

/** One JSON object, a section after the other; the history last, since it has no end to its length. */
async function* fileOf(
  rows: Identity['ownRows'],
  past: Past,
  person: Person,
  madeAt: string,
): AsyncGenerator<string> {
  const { companyId, employeeId } = person;
  const section = (name: string, value: unknown) =>
    `  ${JSON.stringify(name)}: ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')},\n`;
  yield `{\n${section('made_at', madeAt)}`;
  yield section('profile', (await past.queries.everEmployeeById(companyId, employeeId)) ?? null);
  for (const kind of rows.kinds) yield section(kind, await rows.read(kind, person));
  yield '  "history": [';
  const filter = (await filterOf(past, companyId, { person: employeeId })) ?? {};
  let mark = '\n    ';
  for await (const piece of exportHistory(past, companyId, { filter, order: 'oldest', format: 'jsonl' })) {
    const entries = piece.split('\n').filter((line) => line !== '');
    const texts = entries.map((line) => JSON.stringify(shown(JSON.parse(line) as HistoryEntry, employeeId)));
    if (texts.length > 0) yield `${mark}${texts.join(',\n    ')}`;
    if (texts.length > 0) mark = ',\n    ';
  }
  yield '\n  ]\n}\n';
}

/** Of what the person did to others, only that: the rest is about them. */
function shown(entry: HistoryEntry, employeeId: string): Partial<HistoryEntry> {
  if (entry.person === null || entry.person.id === employeeId) return entry;
  const { position, at, type, title, actor, from } = entry;
  return { position, at, type, title, actor, from };
}
