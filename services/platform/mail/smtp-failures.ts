import type { Delivery } from './mail-transport.port.ts';

/** What nodemailer tells of a failure. */
export type SmtpError = Error & {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
};

/** Nothing of the mail had been handed over when this happened. */
export function failedBefore(error: SmtpError): Delivery {
  const reason = error.message;
  const { code, command, responseCode = 0 } = error;
  // Our own side, asked for the content, had none to give.
  if (code === 'ESTREAM') return { kind: 'later', scope: 'mail', reason };
  // Without a reply: nodemailer itself found that this server cannot take such an address.
  if (code === 'EENVELOPE' && responseCode === 0) return { kind: 'refused', reason };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return { kind: 'later', scope: 'server', reason };
  // The sender is the same for every mail, so its refusal says nothing about this one.
  if (command === 'MAIL FROM') return { kind: 'later', scope: 'server', reason };
  return responseCode >= 500 ? { kind: 'refused', reason } : { kind: 'later', scope: 'mail', reason };
}

/**
 * The mail, or a part of it, had been handed over. Only the reply to the whole of it is certain; a 421 is none,
 * a server says that to whoever is connected when it stops.
 */
export function failedAfter(error: SmtpError): Delivery {
  const reason = error.message;
  const { code, responseCode = 0 } = error;
  if (code !== 'EMESSAGE' || responseCode < 400 || responseCode === 421) return { kind: 'uncertain', reason };
  return responseCode >= 500 ? { kind: 'refused', reason } : { kind: 'later', scope: 'mail', reason };
}
