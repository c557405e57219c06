/** Reports a failure to the operator's log. The code for that is loaded with the first failure. */
export async function reportError(failure: unknown): Promise<void> {
  const reporter = await import('./error-reports.ts').catch(() => null);
  await reporter?.send(failure);
}

/** Failures outside the screens, which have no error page. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error, message }) => void reportError(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => void reportError(reason));
}
