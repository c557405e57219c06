/**
 * One intention of a person, however often they press the button. `former`: what was sent under this key before it was
 * changed, and not answered either.
 */
export type Submission = { content: string; key: string; former?: readonly string[] };

/**
 * The Idempotency-Key for sending `content`. The same content after an unclear failure is the same intention and keeps
 * its key. Changed content, or any content after a success, gets a new key.
 */
export function submissionOf(
  content: unknown,
  unfinished: Submission | null,
  newKey: () => string,
): Submission {
  const text = JSON.stringify(content);
  return unfinished?.content === text ? unfinished : { content: text, key: newKey() };
}

/**
 * The same for what is added: changed content keeps the key, too. The first attempt may have arrived, and the server
 * takes one content under a key, so that both can never be added.
 */
export function additionOf(
  content: unknown,
  unfinished: Submission | null,
  newKey: () => string,
): Submission {
  const next = submissionOf(content, unfinished, newKey);
  if (!unfinished || next === unfinished) return next;
  const former = [unfinished.content, ...(unfinished.former ?? [])].filter((each) => each !== next.content);
  return { ...next, key: unfinished.key, former };
}

/**
 * A new key of 128 random bits. Not `crypto.randomUUID`: browsers offer it only to pages over https or from the same
 * machine, and an office may serve the program over plain http.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
