import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChainEnd, signedText, type VerifySignature } from '#contracts/proof/signature.ts';
import { newId } from '#platform/ids.ts';
import { contentsOf, isReadOnly, keyIn } from '#platform/key-file.ts';
import { CliError } from '#platform/terminal.ts';

/**
 * The keys by which an installation signs its chains. They are outside the database, so access to it is not enough to
 * make a chain anew. See ADR 0027.
 */
export type SealKeys = {
  /** The public half of the key that signs, in 64 hex digits. */
  readonly own: string;
  /** The public keys whose signature counts at the end of a chain, the newest last. */
  current(): readonly string[];
  /** All keys that this machine has known, the newest last. */
  known(): readonly KnownKey[];
  /** Whether the end of each chain must be signed by a current key. */
  isRequired(): boolean;
  /** Whether it must be signed by the own key. */
  isOwnRequired(): boolean;
  /** In 128 hex digits. */
  sign(companyId: string, end: ChainEnd): string;
  /** Whether a current key signed this end of a chain. */
  isSigned(companyId: string, end: MaybeSigned): boolean;
  isOwn(companyId: string, end: MaybeSigned): boolean;
  /** Whether any key that this machine has known signed this link. */
  wasSigned(companyId: string, link: MaybeSigned): boolean;
  /** Requires signatures by the own key from now on, on this machine; every chain must end with one. */
  require(): Promise<void>;
  /** After a restore: chains may end without a signature until `require`. */
  forget(): Promise<void>;
};

export type MaybeSigned = ChainEnd & { readonly signature: string | null };

/** A public key and whether signatures by it, or by a later one, are required. */
type KnownKey = { readonly publicKey: string; readonly isRequired: boolean };

/** The private key, PKCS #8 in PEM, for its owner alone. */
const KEY_FILE = 'seal-key.pem';
/** The public keys, also former ones, and which of them are required. */
const KNOWN_FILE = 'seal-public-keys.json';

type Places = { readonly file: string | undefined; readonly dataDir: string };

/**
 * Reads the key, and makes it at the first start; of several processes that start at once, one does. Without a name it is
 * in `dataDir`, and where nothing can be written, it lives as long as this process. Throws CliError for a file that is no
 * such key, cannot be read, or was named and cannot be made.
 */
export async function openSealKeys({ file: named, dataDir }: Places): Promise<SealKeys> {
  const file = named ?? join(dataDir, KEY_FILE);
  const pem = await keyIn(file, newKey, { isNeeded: named !== undefined });
  const key = readKey(file, pem);
  const known = await readKnownKeys(dataDir);
  const own = publicKeyOf(key);
  const isNewest = known.at(-1)?.publicKey === own;
  const others = known.filter(({ publicKey }) => publicKey !== own);
  const keys = createSealKeys(
    key,
    isNewest ? known : [...others, { publicKey: own, isRequired: false }],
    store,
  );
  if (!isNewest) await store(keys.known());
  return keys;

  async function store(next: readonly KnownKey[]): Promise<void> {
    const place = join(dataDir, KNOWN_FILE);
    const draft = `${place}.${newId()}`;
    try {
      await mkdir(dataDir, { recursive: true });
      await writeFile(draft, `${JSON.stringify(next, null, 2)}\n`, { flush: true });
      await rename(draft, place);
    } catch (error) {
      // A folder that others of this installation write; this process goes by what it knows itself.
      if (!isReadOnly(error)) throw error;
    }
  }
}

/** The keys that this machine has known, the newest last; none before its first start. Throws CliError. */
export async function readKnownKeys(dataDir: string): Promise<readonly KnownKey[]> {
  const file = join(dataDir, KNOWN_FILE);
  return readKnown(file, await contentsOf(file));
}

/** `known` ends with the public half of `key`; `store` keeps what is changed about them. */
export function createSealKeys(
  key: KeyObject,
  known: readonly KnownKey[] = [{ publicKey: publicKeyOf(key), isRequired: false }],
  store: (known: readonly KnownKey[]) => Promise<void> = async () => {},
): SealKeys {
  const own = publicKeyOf(key);
  async function note(isRequired: (one: KnownKey) => boolean): Promise<void> {
    const next = known.map((one) => ({ ...one, isRequired: isRequired(one) }));
    await store(next);
    known = next;
  }

  const current = () => {
    const from = known.findLastIndex(({ isRequired }) => isRequired);
    return known.slice(Math.max(0, from)).map(({ publicKey }) => publicKey);
  };
  const isBy = (keys: readonly string[], companyId: string, { signature, ...end }: MaybeSigned) =>
    signature !== null && keys.some((one) => verifySignature(one, signedText(companyId, end), signature));
  return {
    own,
    current,
    known: () => known,
    isRequired: () => known.some(({ isRequired }) => isRequired),
    isOwnRequired: () => known.at(-1)?.isRequired === true,
    sign: (companyId, end) => sign(null, Buffer.from(signedText(companyId, end)), key).toString('hex'),
    isSigned: (companyId, end) => isBy(current(), companyId, end),
    isOwn: (companyId, end) => isBy([own], companyId, end),
    wasSigned: (companyId, end) =>
      isBy(
        known.map(({ publicKey }) => publicKey),
        companyId,
        end,
      ),
    require: () => note(({ publicKey, isRequired }) => isRequired || publicKey === own),
    forget: () => note(() => false),
  };
}

/** Of DER, before the 32 bytes of an Ed25519 public key. */
const SPKI_START = '302a300506032b6570032100';

export const verifySignature: VerifySignature = (publicKey, text, signature) => {
  try {
    const der = Buffer.from(SPKI_START + publicKey, 'hex');
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
  } catch {
    return false;
  }
};

/** In 64 hex digits. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .toString('hex')
    .slice(SPKI_START.length);
}

const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

function readKey(file: string, pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below.
  }
  throw new CliError(`${file} has to hold an Ed25519 private key in PEM (PKCS #8).`);
}

function readKnown(file: string, text: string | undefined): readonly KnownKey[] {
  if (text === undefined) return [];
  try {
    const read = JSON.parse(text) as readonly KnownKey[];
    const fits = read.every(
      (one) => /^[0-9a-f]{64}$/.test(one.publicKey) && typeof one.isRequired === 'boolean',
    );
    if (fits) return read.map(({ publicKey, isRequired }) => ({ publicKey, isRequired }));
  } catch {
    // Said below.
  }
  throw new CliError(`${file} is not as this program writes it. Bring it back from a copy.`);
}
