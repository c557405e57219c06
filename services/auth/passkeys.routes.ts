import * as endpoints from '#contracts/endpoints/passkeys.endpoints.ts';
import { isTimeZone } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import type { AccessNotes } from '#platform/access/access-notes.ts';
import { answer, type Call, type Route } from '#platform/http/call.ts';
import type { LimitRule, Limits } from '#platform/limits/limits.port.ts';
import { byNetwork } from '#platform/limits/network.ts';
import type { Outbox, PostClient } from '#platform/mail/mail.port.ts';
import type { Person, Principal } from '#platform/principal.ts';
import { type Deed, deedOf } from './access-deeds.ts';
import type { Accounts } from './accounts.ts';
import { deviceName } from './device-name.ts';
import { passkeyLetter } from './factor.mail.ts';
import { clientOf, type IdentityProof, provePassword } from './identity-proof.ts';
import type { KnownClients } from './known-clients.ts';
import type { Passkeys, Site } from './passkeys.ts';
import type { DeviceCookie } from './session-cookie.ts';
import type { SignIn } from './sign-in.ts';
import type { SignInLimits } from './sign-in-limits.ts';

const HOUR = 3600;

/** Asking for something to sign, before a sign-in. A known device has its own count: others cannot use it up. */
const asking = {
  ofNetwork: { name: 'passkey sign-ins of network', times: 600, seconds: HOUR },
  ofDevice: { name: 'passkey sign-ins of device', times: 60, seconds: HOUR },
} satisfies Record<string, LimitRule>;

export type PasskeysRoutesDeps = {
  readonly passkeys: Passkeys;
  readonly identityProof: IdentityProof;
  readonly accounts: Pick<Accounts, 'verify' | 'emailOf' | 'timeZoneOf'>;
  readonly limits: Limits;
  readonly signInLimits: Pick<SignInLimits, 'attempt' | 'attemptByPasskey'>;
  readonly knownClients: Pick<KnownClients, 'wasIssued'>;
  readonly deviceCookie: DeviceCookie;
  readonly enter: SignIn;
  readonly outbox: Outbox;
  readonly access: Pick<AccessNotes, 'note'>;
  readonly nameOf: (person: Person) => Promise<{ name: string } | null>;
  /** UTC ISO-8601. */
  readonly now: () => string;
  readonly site: () => Site;
};

export function passkeysRoutes(route: Route, deps: PasskeysRoutesDeps): void {
  signingIn(route, deps);
  confirming(route, deps);
  ownPasskeys(route, deps);
}

function signingIn(route: Route, deps: PasskeysRoutesDeps): void {
  const { passkeys, limits, signInLimits, knownClients, site } = deps;

  route(endpoints.askForPasskey, async (call) => {
    const { address, device } = clientOf(call, deps);
    const isKnown = device !== null && (await knownClients.wasIssued(device));
    const taken = await limits.take(
      ...(isKnown ? [[asking.ofDevice, device] as const] : byNetwork(asking.ofNetwork, address)),
    );
    return taken.ok ? answer({ options: await passkeys.ask('sign in', site()) }) : taken;
  });

  route(endpoints.loginByPasskey, async (call) => {
    const { credential, tz } = call.body;
    if (tz && !isTimeZone(tz)) return rejected('invalidTimeZone');
    const owner = await passkeys.ownerOf(credential);
    const attempt = await signInLimits.attemptByPasskey(owner, clientOf(call, deps), () =>
      passkeys.prove(credential, 'sign in', site()),
    );
    if (!attempt.ok) return attempt.code === 'failedLogin' ? rejected('passkeyRefused') : attempt;
    const entered = await deps.enter(call, attempt.value, tz || attempt.value.timeZone || 'UTC');
    return !entered.ok && entered.code === 'failedLogin' ? rejected('passkeyRefused') : entered;
  });
}

function confirming(route: Route, deps: PasskeysRoutesDeps): void {
  const { passkeys, identityProof, signInLimits, accounts, site } = deps;

  route(endpoints.askToConfirm, async ({ caller }) =>
    answer({ options: await passkeys.ask({ what: 'confirm', of: caller }, site()) }),
  );

  // Asked before a download: the check of the endpoint has just let it through.
  route(endpoints.checkIdentity, () => answer({ message: messages.identityConfirmed }));

  route(endpoints.confirmIdentity, async (call) => {
    const { caller, body } = call;
    const proven =
      body.credential === undefined
        ? await provePassword(call, body.password ?? '', { ...deps, limits: signInLimits })
        : await provePasskey(call, body.credential);
    if (!proven.ok) return proven;
    await identityProof.given(caller, 'passkeyId' in proven.value ? proven.value.passkeyId : null);
    return answer({ message: messages.identityConfirmed });
  });

  async function provePasskey(call: Call<typeof endpoints.confirmIdentity>, credential: string) {
    const { caller } = call;
    const email = (await accounts.emailOf(caller)) ?? '';
    const attempt = await signInLimits.attemptByPasskey(email, clientOf(call, deps), () =>
      passkeys.prove(credential, { what: 'confirm', of: caller }, site()),
    );
    return attempt.ok || attempt.code !== 'failedLogin' ? attempt : rejected('passkeyRefused');
  }
}

/** A person's own passkeys: list, add, rename, delete. */
function ownPasskeys(route: Route, deps: PasskeysRoutesDeps): void {
  const { passkeys, accounts, nameOf, outbox, access, now, site } = deps;

  const namesOf = async (caller: Principal) => {
    const [found, named] = await Promise.all([accounts.emailOf(caller), nameOf(caller)]);
    const email = found ?? '';
    return { email, name: named?.name ?? email };
  };

  /** Mails and notes the change within its transaction. */
  async function telling(call: Deed & { readonly caller: Principal }, change: 'added' | 'deleted') {
    const { caller } = call;
    const { companyId, employeeId } = caller;
    const note = deedOf(call, { companyId, employeeId }, `passkey ${change}`);
    const { email, name } = await namesOf(caller);
    const [at, timeZone] = [now(), await accounts.timeZoneOf(caller)];
    const idOf = (passkeyId: string) => `passkey ${change} ${passkeyId}`;
    return {
      async tell(passkey: { id: string; name: string }, client: PostClient) {
        await access.note({ ...note, about: passkey.name }, client);
        await outbox.post(
          { to: { name, address: email }, ...passkeyLetter({ change, name: passkey.name, at, timeZone }) },
          { id: idOf(passkey.id), companyId },
          client,
        );
      },
      done: (passkeyId: string) => outbox.nudge(idOf(passkeyId)),
    };
  }

  route(endpoints.getPasskeys, async ({ caller }) =>
    answer({ requestedData: await passkeys.listOf(caller) }),
  );

  route(endpoints.offerPasskey, async ({ caller }) => {
    const offered = await passkeys.offer(caller, await namesOf(caller), site());
    return offered.ok ? answer({ options: offered.value }) : offered;
  });

  route(endpoints.addPasskey, async (call) => {
    const { caller, body, userAgent } = call;
    const name = readShortText(body.name ?? '');
    if (name === null) return rejected('invalidText');
    const { tell, done } = await telling(call, 'added');
    const { credential } = body;
    const added = await passkeys.add(
      caller,
      { credential, name: name || deviceName(userAgent ?? null) },
      { site: site(), tell },
    );
    if (!added.ok) return added;
    done(added.value);
    return answer({ message: messages.passkeyAdded, id: added.value });
  });

  route(endpoints.renamePasskey, async ({ caller, params, body }) => {
    const name = readShortText(body.name);
    if (name === null) return rejected('invalidText');
    if (name === '') return rejected('incompleteFields');
    const renamed = await passkeys.rename(caller, params.id, name);
    return renamed ? answer({ message: messages.updated }) : rejected('noSuchPasskey');
  });

  route(endpoints.deletePasskey, async (call) => {
    const { caller, params } = call;
    const { tell, done } = await telling(call, 'deleted');
    if (!(await passkeys.remove(caller, params.id, tell))) return rejected('noSuchPasskey');
    done(params.id);
    return answer({ message: messages.passkeyDeleted });
  });
}
