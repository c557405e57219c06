/** One intention of a person, however often they press the button. */
export type Submission = { content: string; key: string };

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
 * A new key of 128 random bits. Not `crypto.randomUUID`: browsers offer it only to pages over https or from the same
 * machine, and an office may serve the program over plain http.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
