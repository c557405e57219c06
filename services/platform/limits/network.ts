import { isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The network for which an address is counted: an IPv4 address itself, and the /64 of an IPv6 address, because each
 * subscriber has at least a /64 and can use any address in it. Any other text stays as it is.
 */
export function networkOf(address: string): string {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail = ''] = plain.replace(/%.*/, '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail.split(':');
  const zeros = 8 - front.length - back.length - (tail.includes('.') ? 1 : 0);
  const groups = [...front, ...Array<string>(Math.max(0, zeros)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
