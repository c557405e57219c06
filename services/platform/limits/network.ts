import { isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Whom an address stands for when things are counted: an IPv4 address itself, of IPv6 the /64 that one
 * subscriber has at least, since he can take any address in it. Any other text stands for itself.
 */
export function networkOf(address: string): string {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length - (plain.includes('.') ? 1 : 0);
  const groups = [...front, ...Array<string>(Math.max(0, zeros)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
