/** A link, and how many events it covers. */
export type ChainEnd = { readonly count: number; readonly link: string };

/**
 * The text of which a link's signature is made (Ed25519, RFC 8032): version, company, count and link, with a line feed
 * between them. The link covers every event before it, so the signature of the newest link signs the whole chain.
 */
export function signedText(companyId: string, { count, link }: ChainEnd): string {
  return `tallyboard seal 1\n${companyId}\n${count}\n${link}`;
}

/** Whether `signature` (128 hex digits) of `text` was made with the key of `publicKey` (64 hex digits). Never throws. */
export type VerifySignature = (publicKey: string, text: string, signature: string) => boolean;

/** Before the digits of a public key in texts, so that it is not taken for a link. */
export const KEY_PREFIX = 'ed25519:';
