/**
 * What the alert banner shows: messages, in red for an error, in amber while something is not done yet, and in green
 * for a success; nothing without messages.
 */
export type Alert = {
  isError: boolean;
  isPending?: boolean;
  messages: readonly string[];
  /** Above an error that the person cannot correct. */
  title?: string;
};

export const noAlert: Alert = { isError: false, messages: [] };

/** An error; a message that is given twice is shown once. */
export function errorAlert(...messages: string[]): Alert {
  return { isError: true, messages: [...new Set(messages)] };
}

/** Of a read that got no answer: there is nothing that the person could correct. */
export function unansweredAlert(...messages: string[]): Alert {
  return { ...errorAlert(...messages), title: 'The server did not answer' };
}

export function successAlert(...messages: string[]): Alert {
  return { isError: false, messages };
}

export function pendingAlert(...messages: string[]): Alert {
  return { isError: false, isPending: true, messages };
}
