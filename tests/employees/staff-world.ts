import { newId } from '#platform/ids.ts';
import { startApi } from '#tests/support/servers/api-under-test.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';

/** Stored exactly: the spaces are part of it. */
export const FIRST_PASSWORD = ' kept Exactly-1 ';

export type Fields = Record<string, string | number>;

/** A company whose manager adds and edits employees over the API. */
export async function startStaff() {
  const database = await createTestDatabase();
  const api = await startApi(database.url);
  const company = await api.company();
  const manager = await api.signedIn(company.manager);

  /** The required fields of an edit. */
  const required = () => ({ employeeRole: 'sales associate', campaignId: company.campaignId });
  const form = (changes: Fields = {}) => ({
    ...required(),
    firstName: 'Ada',
    lastName: 'Lovelace',
    username: newEmail(),
    password: FIRST_PASSWORD,
    employeeNumber: '7',
    shiftDuration: 8,
    campaign: 'Solar',
    ...changes,
  });
  return {
    api,
    company,
    manager,
    required,
    form,
    add: (changes: Fields = {}) => manager.post('/employees/addemployee', form(changes)),
    edit: (id: string, fields: Fields) => manager.patch(`/employees/editemployee/${id}`, fields),
    details: async (id: string) => (await manager.get(`/employees/getemployee/${id}`)).body.requestedData[0],
    signIn: (username: string, password = FIRST_PASSWORD) =>
      api.client().post('/login', { username, password, tz: 'America/Toronto' }),
    async close(): Promise<void> {
      await api.close();
      await database.drop();
    },
  };
}

export type Staff = Awaited<ReturnType<typeof startStaff>>;

export function newEmail(): string {
  return `ada.${newId()}@example.test`;
}

/** The shape of a refused reply. */
export const refused = (error: string, status = 400) => ({ status, body: { error } });
