import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type pg from 'pg';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { digest } from '#platform/digest.ts';
import type { Person } from '#platform/principal.ts';
import { createPasskeyChallenges, type Purpose } from './passkey-challenges.ts';
import { createPasskeyRows, MOST_PASSKEYS, type Tell } from './passkey-rows.ts';
import type { Asking } from './session-rows.ts';

/** EdDSA, ES256 and RS256. What the library adds to them, ML-DSA, is experimental in Node 24. */
const ALGORITHMS = [-8, -7, -257];
/** Of WebAuthn. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** Where browsers use a passkey: `https://sales.example.com` and `sales.example.com`. */
export type Site = { readonly origin: string; readonly rpId: string };

/** `url` is PUBLIC_URL, or what is derived for it. */
export function siteOf(url = 'http://localhost'): Site {
  const { origin, hostname } = new URL(url);
  return { origin, rpId: hostname };
}

/** Whose passkey signed; the zone is that of the last sign-in. */
export type ProvenByPasskey = Person & { readonly passkeyId: string; readonly timeZone: string | null };

export type PasskeysDeps = { readonly pool: pg.Pool; readonly clock: Clock };

/**
 * Passkeys (WebAuthn): keys on devices of people, which sign a challenge after a look at the face, a finger or a PIN.
 * They name their owner, so that a sign-in asks for no email. See ADR 0056.
 */
export function createPasskeys({ pool, clock }: PasskeysDeps) {
  const rows = createPasskeyRows({ pool, clock });
  const challenges = createPasskeyChallenges({ pool, clock });

  /** The new key, if the browser made it of our options. */
  async function verifiedNew(text: string, person: Person, { origin, rpId }: Site) {
    const response = read<RegistrationResponseJSON>(text);
    const spent = response && (await challenges.spend({ what: 'add', of: person }, response.challenge));
    if (!response || !spent) return null;
    const verified = await verifyRegistrationResponse({
      response: response.json,
      expectedChallenge: response.challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => null);
    return verified?.registrationInfo?.credential ?? null;
  }

  return {
    /** The options for a new passkey. `names`: what a device shows in its list of passkeys. */
    async offer(person: Person, names: { readonly email: string; readonly name: string }, site: Site) {
      const own = await rows.credentialsOf(person);
      if (own.length >= MOST_PASSKEYS) return rejected('tooManyPasskeys');
      const options = await generateRegistrationOptions({
        rpName: 'Tallyboard',
        rpID: site.rpId,
        userID: new Uint8Array(handleOf(person)),
        userName: names.email,
        userDisplayName: names.name,
        challenge: await challenges.issue({ what: 'add', of: person }),
        timeout: 300_000,
        excludeCredentials: own,
        supportedAlgorithmIDs: ALGORITHMS,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return accepted(JSON.stringify(options));
    },

    /** Adds what the browser made of the options; returns its id. */
    async add(
      person: Asking,
      { credential: text, name }: { readonly credential: string; readonly name: string },
      { site, tell }: { readonly site: Site; readonly tell: Tell },
    ): Promise<Result<string, 'passkeyNotAdded' | 'passkeyExists' | 'tooManyPasskeys'>> {
      const made = await verifiedNew(text, person, site);
      if (made === null) return rejected('passkeyNotAdded');
      const transports = TRANSPORTS.filter((each) =>
        (made.transports as readonly unknown[] | undefined)?.includes(each),
      );
      const key = { credentialId: Buffer.from(made.id, 'base64url'), publicKey: Buffer.from(made.publicKey) };
      return rows.add(person, { ...key, counter: made.counter, transports, name }, tell);
    },

    /** The options for a proof: to sign in any passkey of this site, otherwise one of the person. */
    async ask(purpose: Exclude<Purpose, { what: 'add' }>, { rpId }: Site): Promise<string> {
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        challenge: await challenges.issue(purpose),
        timeout: 300_000,
        userVerification: 'required',
        ...(purpose === 'sign in' ? {} : { allowCredentials: await rows.credentialsOf(purpose.of) }),
      });
      return JSON.stringify(options);
    },

    /** The email of the person with the passkey that this credential names; empty for an unknown one. Proves nothing. */
    ownerOf: async (text: string) => rows.ownerOf(read(text)?.id ?? Buffer.alloc(0)),

    /** Whose passkey has signed the challenge; null when it proves nothing. A challenge is spent either way. */
    async prove(text: string, purpose: Purpose, { origin, rpId }: Site): Promise<ProvenByPasskey | null> {
      const response = read<AuthenticationResponseJSON>(text);
      if (!response || !(await challenges.spend(purpose, response.challenge))) return null;
      const found = await rows.find(response.id);
      if (!found || (purpose !== 'sign in' && !isSame(found, purpose.of))) return null;
      const { public_key, counter, ...person } = found;
      const handle = response.json.response.userHandle;
      if (handle && handle !== handleOf(person).toString('base64url')) return null;
      const credential = {
        id: response.json.id,
        publicKey: new Uint8Array(public_key),
        counter: Number(counter),
      };
      const verified = await verifyAuthenticationResponse({
        response: response.json,
        expectedChallenge: response.challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        credential,
      }).catch(() => null);
      if (!verified?.verified) return null;
      return (await rows.use(response.id, verified.authenticationInfo.newCounter)) ? person : null;
    },

    listOf: rows.listOf,
    rename: rows.rename,
    remove: rows.remove,

    /** Drops what has expired or has no person any more; returns the number. */
    forget: async () => (await rows.forget()) + (await challenges.forget()),
  };
}

export type Passkeys = ReturnType<typeof createPasskeys>;

const isSame = (one: Person, other: Person) =>
  one.companyId === other.companyId && one.employeeId === other.employeeId;

/** What a passkey knows its owner by: it says nothing about them. */
const handleOf = ({ companyId, employeeId }: Person) => digest(`passkey ${companyId} ${employeeId}`);

/** Unverified: `json` is as the browser sent it, so that only the library may rely on its parts. */
function read<Response>(text: string): { json: Response; id: Buffer; challenge: string } | null {
  try {
    const json = JSON.parse(text);
    const client = JSON.parse(Buffer.from(String(json.response.clientDataJSON), 'base64url').toString());
    return { json, id: Buffer.from(String(json.id), 'base64url'), challenge: String(client.challenge) };
  } catch {
    return null;
  }
}
