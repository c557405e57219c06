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

/** Whether a host, as `URL.hostname` has it, can only be this machine (RFC 6761 for names). */
export function isThisMachine(host: string): boolean {
  return /^(.+\.)?localhost$/.test(host) || /^127(\.\d+){3}$/.test(host) || host === '[::1]';
}

/** `10.0.0.1` or `10.0.0.0/8`, of either family. */
export function isAddressOrSubnet(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}
