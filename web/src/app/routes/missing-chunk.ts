/** How Chromium, Firefox and Safari name it, and Vite where a style sheet of the chunk is gone. */
const WORDS =
  /dynamically imported module|error loading dynamically|importing a module script failed|unable to preload css/i;

/** Whether a part of the app could not be fetched: after an update its file is gone, or the network is. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && WORDS.test(error.message);
}
