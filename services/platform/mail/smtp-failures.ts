import type { Delivery } from './mail-transport.port.ts';

/** The error of nodemailer. */
export type SmtpError = Error & {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
};

/** For a failure before any content of the mail was sent. */
export function failedBefore(error: SmtpError): Delivery {
  const reason = error.message;
  const { code, command, responseCode = 0 } = error;
  // Our own side could not provide the content.
  if (code === 'ESTREAM') return { kind: 'later', scope: 'mail', reason };
  // Without a reply: nodemailer found that this server does not support such an address.
  if (code === 'EENVELOPE' && responseCode === 0) return { kind: 'refused', reason };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return { kind: 'later', scope: 'server', reason };
  // The sender is the same for every mail, so its rejection says nothing about this one.
  if (command === 'MAIL FROM') return { kind: 'later', scope: 'server', reason };
  return responseCode >= 500 ? { kind: 'refused', reason } : { kind: 'later', scope: 'mail', reason };
}

/**
 * For a failure after the mail, or a part of it, was sent. Only a reply to the whole mail is certain. A 421 is not such
 * a reply: a server sends it on every connection when it stops.
 */
export function failedAfter(error: SmtpError): Delivery {
  const reason = error.message;
  const { code, responseCode = 0 } = error;
  if (code !== 'EMESSAGE' || responseCode < 400 || responseCode === 421) return { kind: 'uncertain', reason };
  return responseCode >= 500 ? { kind: 'refused', reason } : { kind: 'later', scope: 'mail', reason };
}
