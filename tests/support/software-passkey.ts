import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';

/** What a test may get wrong; by default all is as the site says. */
export type Wrongs = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  /** Without a look at the face, a finger or a PIN. */
  readonly unverified?: boolean;
  readonly userHandle?: string;
};

const PRESENT = 1;
const VERIFIED = 4;
const WITH_KEY = 64;

type Options = { readonly challenge: string; readonly user?: { readonly id: string } };

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string) => hash('sha256', bytes, 'buffer');

/** An authenticator in software with one key (ES256), for requests without a browser: it signs whatever it is told. */
export function createSoftwarePasskey(origin: string, { counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  function authenticatorData(
    flags: number,
    { rpId = new URL(origin).hostname, unverified, ...wrong }: Wrongs,
  ) {
    if (counts) counter += 1;
    const head = Buffer.alloc(5);
    head[0] = flags | PRESENT | (unverified ? 0 : VERIFIED);
    head.writeUInt32BE(wrong.counter ?? counter, 1);
    return Buffer.concat([sha256(rpId), head]);
  }

  const clientData = (type: string, { challenge }: Options, { origin: from = origin }: Wrongs) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

  const credential = (response: Record<string, unknown>) =>
    JSON.stringify({
      ...{ id: base64url(id), rawId: base64url(id), type: 'public-key' },
      ...{ clientExtensionResults: {}, response },
    });

  return {
    /** The credential for the options of a new passkey, as the browser sends it. */
    create(optionsText: string, wrong: Wrongs = {}): string {
      const options: Options = JSON.parse(optionsText);
      userHandle = options.user?.id ?? '';
      const length = Buffer.from([0, id.length]);
      // In CBOR: the kind of the key, its algorithm, its curve and its two coordinates.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        ...[Buffer.from(x, 'base64url'), Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')],
      ]);
      const data = Buffer.concat([authenticatorData(WITH_KEY, wrong), Buffer.alloc(16), length, id, key]);
      // { fmt: 'none', attStmt: {}, authData }
      const attestation = Buffer.concat([
        ...[Buffer.from([0xa3, 0x63]), Buffer.from('fmt'), Buffer.from([0x64]), Buffer.from('none')],
        ...[Buffer.from([0x67]), Buffer.from('attStmt'), Buffer.from([0xa0])],
        ...[Buffer.from([0x68]), Buffer.from('authData'), Buffer.from([0x58, data.length]), data],
      ]);
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options, wrong)),
        attestationObject: base64url(attestation),
        transports: ['internal', 'made up'],
      });
    },

    /** The credential for the options of a sign-in or another proof. */
    prove(optionsText: string, wrong: Wrongs = {}): string {
      const client = clientData('webauthn.get', JSON.parse(optionsText), wrong);
      const data = authenticatorData(0, wrong);
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: wrong.userHandle ?? userHandle,
      });
    },
  };
}

export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>;
