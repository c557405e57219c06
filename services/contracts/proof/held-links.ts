/** Not a public key and not the root over all seals: both stand behind a digit with a colon. */
const LINK = /(?<!\d:)(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;
/** As `fingerprint` writes it. */
const FINGERPRINT = /(?<![0-9a-f])(?:[0-9a-f]{4}[ \u00a0]){3}[0-9a-f]{4}(?![0-9a-f])/g;
/** The end of a line that a mail program has cut, in a mail saved as a file. */
const SOFT_BREAK = /=\r?\n/g;
/** The line of an exported page that has the end of its chain. */
const END_OF_FILE = /\["end",\{"events":\d+,"link":"([0-9a-f]{64})"/;
/** Nothing but a link, or its beginning. */
const DIGITS = /^[0-9a-f]{16,64}$/;
const MOST = 20;

/**
 * The links in what a person has kept, without repetition, at most 20: of an exported page the end of its chain, of
 * any other text (a mail with a seal, a fingerprint) all that it names. A fingerprint is the first 16 digits of a link.
 */
export function heldLinks(text: string): readonly string[] {
  const [, end] = END_OF_FILE.exec(text) ?? [];
  if (end !== undefined) return [end];
  const plain = text.toLowerCase().replace(SOFT_BREAK, '');
  const digits = plain.replace(/\s/g, '');
  if (DIGITS.test(digits)) return [digits];
  const links = plain.match(LINK) ?? [];
  const beginnings = (plain.match(FINGERPRINT) ?? []).map((written) => written.replace(/[^0-9a-f]/g, ''));
  const alone = beginnings.filter((beginning) => !links.some((link) => link.startsWith(beginning)));
  return [...new Set([...links, ...alone])].slice(0, MOST);
}
