/** What became of the browser's own dialog: a credential as the server takes it, or the reason for the person. */
export type Signed =
  | { readonly ok: true; readonly credential: string }
  | { readonly ok: false; readonly message: string };

const CANCELLED = 'The passkey was cancelled, or it took too long. Nothing was changed';
const UNSUPPORTED =
  'Passkeys do not work here. They need a current browser, and an address that begins with https';
const EXISTS = 'This device has a passkey of yours already';
const FAILED = 'The passkey did not work. Please try again';

/** The library is loaded with the first use. */
const library = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof library>>;

/** An address of digits, for which browsers make no passkeys. */
const DIGITS = /^[\d.]+$|^\[/;

/** Whether this browser, at this address, has passkeys at all. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && !DIGITS.test(location.hostname);
}

/** Has the device make a passkey. `options`: JSON of the server. */
export function createPasskey(options: string): Promise<Signed> {
  return signed(({ startRegistration }) => startRegistration({ optionsJSON: JSON.parse(options) }));
}

/** Has a passkey of the device sign. `options`: JSON of the server. */
export function signByPasskey(options: string): Promise<Signed> {
  return signed(({ startAuthentication }) => startAuthentication({ optionsJSON: JSON.parse(options) }));
}

async function signed(ask: (library: Library) => Promise<object>): Promise<Signed> {
  if (!hasPasskeys()) return { ok: false, message: UNSUPPORTED };
  try {
    return { ok: true, credential: JSON.stringify(await ask(await library())) };
  } catch (error) {
    return { ok: false, message: reasonOf(error) };
  }
}

/** By the names that WebAuthn gives its errors; the library keeps them. */
function reasonOf(error: unknown): string {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return CANCELLED;
    case 'InvalidStateError':
      return EXISTS;
    case 'SecurityError':
    case 'NotSupportedError':
    case 'ConstraintError':
      return UNSUPPORTED;
    default:
      return FAILED;
  }
}
