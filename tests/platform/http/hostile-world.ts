import { newId } from '#platform/ids.ts';
import { createCodeSource } from '#tests/registration/code-source.ts';
import {
  createRegistrationSource,
  type RegistrationInHand,
} from '#tests/registration/registration-source.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import type { ApiUnderTest, Company } from '#tests/support/servers/api-under-test.ts';
import type { Operation } from './api-operations.ts';
import {
  FRESH,
  fieldsFor,
  filled,
  hasPlaceholder,
  TIME_ZONE,
  withoutPlaceholders,
} from './hostile-fields.ts';
import type { Fields, HostileRequest } from './hostile-requests.ts';
import { kindOf, makersIn } from './hostile-things.ts';

/** People with a mailed code. More than are used at once: using a code voids the other codes of the same person. */
const CODE_HOLDERS = 40;

/** Calls of the administrator alone. */
const OF_OWNER = /\/(companies\/|imports)|PUT .*\/pay\/|\/payroll\/.*\/(lock|csv)/;

/** A request ready to send, with the cookie that belongs to the values filled in. */
export type ReadyRequest = HostileRequest & { readonly cookie?: string };

/** One company as its manager sees it, or its administrator for paid calls. */
export type Home = {
  /** Valid fields for the call. */
  readonly fields: Fields;
  /** A Cookie header with a new session of a person who may make the call. */
  session(): Promise<string>;
  /** Fills in a code, a registration or a thing where the request needs one. Every read shows them. */
  ready(requests: readonly HostileRequest[]): Promise<ReadyRequest[]>;
  /** Replaces the company after a request ended something that exists only once. */
  restore(): Promise<void>;
};

export type HostileWorld = Awaited<ReturnType<typeof createHostileWorld>>;

/** Companies with things to call by their ids, and one whose ids none of the others may use. */
export async function createHostileWorld(api: ApiUnderTest) {
  const { clock } = api;
  const now = () => clock.now().toISOString();
  const codes = createCodeSource(api);
  const registrations = createRegistrationSource(api);
  const theirs = await companyWithThings();
  /** Shared by calls that only read: they leave it unchanged. */
  const quiet = await companyWithThings();
  const resetEmails = await Promise.all(
    Array.from({ length: CODE_HOLDERS }, () => employeeWithoutPassword(quiet.company)),
  );
  const registrants = await Promise.all(Array.from({ length: CODE_HOLDERS }, () => registrations.proven()));
  let asked = 0;

  async function companyWithThings() {
    const company = await api.company();
    const makers = makersIn(api, company, TIME_ZONE);
    const things = await makers.all();
    await waitForReads();
    return { company, things, make: makers.make };
  }

  async function waitForReads(): Promise<void> {
    if (!(await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS)))
      throw new Error('projections stand still');
  }

  async function employeeWithoutPassword({ companyId, campaignId }: Company): Promise<string> {
    const email = `reset.${newId()}@example.test`;
    const person = { firstName: 'No', lastName: 'Password', email, role: 'sales associate', campaignId };
    const { employeeId } = await done(api.commands.employees.addEmployee(contextOf(companyId), person));
    await api.accounts.create({ email, employeeId, companyId, password: null });
    return email;
  }

  async function registering(payload: string, name: string): Promise<{ payload: string; cookie?: string }> {
    if (/verify-otp|confirm-email|resend-otp/.test(name)) {
      const { email, cookies } = await registrations.filledIn();
      const cookie = `tb_registrant=${cookies.tb_registrant}`;
      if (!name.includes('verify-otp')) return { cookie, payload: filled(payload, { email }) };
      return { cookie, payload: filled(payload, await codes.mailed('registration', email)) };
    }
    if (!/setup-intent|subscription|login/.test(name)) return { payload };
    const one = registrants[asked % CODE_HOLDERS] as RegistrationInHand;
    asked += 1;
    const { companyId: company, email, cookies } = await registrations.provenAgain(one);
    return {
      cookie: `tb_registration=${cookies.tb_registration}`,
      payload: filled(payload, { company, email }),
    };
  }

  async function freshened(payload: string, name: string): Promise<{ payload: string; cookie?: string }> {
    if (name.includes('/registration/')) return registering(payload, name);
    if (!hasPlaceholder(payload)) return { payload };
    const email = resetEmails[asked % CODE_HOLDERS] as string;
    asked += 1;
    const { otpId, code } = name.endsWith('/resetpassword')
      ? { otpId: await codes.proven('password reset', email), code: '' }
      : await codes.mailed('password reset', email);
    return { payload: filled(payload, { email, otpId, code }) };
  }

  return {
    foreignCompanyId: theirs.company.companyId,
    /** Ids of the other company. */
    foreignFor: ({ name }: Operation) =>
      withoutPlaceholders(fieldsFor(name, theirs.company, theirs.things, now())),

    /** A call that writes gets its own company, so no other call sees its leftovers. */
    async homeFor({ name, method, pathFields }: Operation): Promise<Home> {
      const { company, things, make } = method === 'GET' ? quiet : await companyWithThings();
      const { companyId } = company;
      const kind = pathFields.includes('id') && method === 'DELETE' ? kindOf(name) : undefined;
      const fields = fieldsFor(name, company, things, now());

      async function ready(request: HostileRequest): Promise<ReadyRequest> {
        const { payload } = request;
        const fresh = typeof payload === 'string' ? await freshened(payload, name) : {};
        if (!kind || !request.url.includes(FRESH.thing)) return { ...request, ...fresh };
        return { ...request, ...fresh, url: filled(request.url, { thing: await make[kind]() }) };
      }

      return {
        fields: kind ? { ...fields, id: FRESH.thing } : fields,
        async session() {
          const { employeeId } = OF_OWNER.test(name) ? company.owner : company.manager;
          const session = { companyId, employeeId, timeZone: TIME_ZONE, address: '127.0.0.1' };
          return `tb_session=${(await api.sessions.open(session)).token}`;
        },
        async ready(requests) {
          const all = await Promise.all(requests.map(ready));
          if (kind) await waitForReads();
          return all;
        },
        async restore() {
          if (!name.includes('subscription')) return;
          const again = {
            provider: 'sandbox',
            status: 'active',
            trialEndsAt: null,
            nextBillingAt: null,
            seats: 4,
          } as const;
          const ctx = contextOf(companyId, { now: now(), origin: 'registration' });
          const providerSubscriptionId = `sub_${newId()}`;
          await done(api.commands.subscriptions.startSubscription(ctx, { ...again, providerSubscriptionId }));
          await waitForReads();
        },
      };
    },
  };
}
