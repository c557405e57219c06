import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** A header as the real provider's: the second it was signed and an HMAC of that and the body. */
export function signed(rawBody: Buffer, secret: string, atSeconds: number): string {
  return `t=${atSeconds},v1=${mac(rawBody, secret, String(atSeconds)).toString('hex')}`;
}

/** False for another secret or body, and for one that was signed more than five minutes before or after now. */
export function isSigned(
  rawBody: Buffer,
  signature: string | undefined,
  { secret, nowSeconds }: { secret: string; nowSeconds: number },
): boolean {
  const [, at = '', given = ''] = SIGNATURE.exec(signature ?? '') ?? [];
  if (at === '' || Math.abs(nowSeconds - Number(at)) > TOLERANCE_SECONDS) return false;
  return timingSafeEqual(mac(rawBody, secret, at), Buffer.from(given, 'hex'));
}

function mac(rawBody: Buffer, secret: string, at: string): Buffer {
  return createHmac('sha256', secret).update(`${at}.`).update(rawBody).digest();
}
