/** The messages of Chromium, Firefox and Safari, and that of Vite for a missing style sheet. */
const WORDS =
  /dynamically imported module|error loading dynamically|importing a module script failed|unable to preload css/i;

/** Whether a chunk could not be loaded: after a deployment its file is gone, or the network is. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && WORDS.test(error.message);
}
