/** One thing a person wants to be done, however often he presses the button. */
export type Submission = { content: string; key: string };

/**
 * The Idempotency-Key for sending `content`. Pressing again after an unclear failure with the same content is
 * the same intention and keeps its key; changed content, or the next one after a success, gets a new key.
 */
export function submissionOf(
  content: unknown,
  unfinished: Submission | null,
  newKey: () => string,
): Submission {
  const text = JSON.stringify(content);
  return unfinished?.content === text ? unfinished : { content: text, key: newKey() };
}
