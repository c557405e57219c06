import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { keptPort } from './kept-port.ts';
import { serverFolder } from './server-folder.ts';

const SETTINGS = join(import.meta.dirname, '../../../infra/docker/haproxy.cfg');

/** False on a machine without HAProxy: its tests are then skipped. */
export const hasHaproxy = spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;

export type Entrance = {
  readonly url: string;
  /** As a network of containers: which addresses its name server has under each name. */
  readonly names: Map<string, Set<string>>;
  /** On which port all containers serve. */
  readonly containerPort: number;
  stop(): Promise<void>;
};

/** The entrance of docker-compose.yml, with its own settings but for ports and the address of the name server. */
export async function startEntrance(): Promise<Entrance> {
  const names: Entrance['names'] = new Map();
  const nameServer = await startNameServer(names);
  const [port, containerPort] = [await keptPort(), await keptPort()];
  const { path, remove } = serverFolder();
  const file = join(path, 'haproxy.cfg');
  const settings = readFileSync(SETTINGS, 'utf8')
    .replace('parse-resolv-conf', `nameserver test 127.0.0.1:${nameServer.port}`)
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replaceAll(/( (?:api|gateway)):3000/g, `$1:${containerPort}`);
  writeFileSync(file, settings);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'inherit', 'pipe'] });
  // Rejects when the program cannot be run.
  const exited = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(url).then(
      ({ status }) => status === 503,
      () => false,
    );
  const ended = exited.then(() => {
    throw new Error(`HAProxy ended: ${said}`);
  });
  await Promise.race([expect.poll(isUp, { message: 'the entrance answers' }).toBe(true), ended]);
  return {
    url,
    names,
    containerPort,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      nameServer.close();
      remove();
    },
  };
}

const HEADER_BYTES = 12;
const AN_ADDRESS = { type: 1, class: 1, ttl: 1 };
const [RESPONSE, NO_SUCH_NAME] = [0x84_00, 0x84_03];
const TO_THE_NAME_ASKED_FOR = 0xc0_0c;

/** Answers questions for addresses (RFC 1035), anew each time; a name without any is unknown. */
async function startNameServer(names: ReadonlyMap<string, ReadonlySet<string>>) {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const labels: string[] = [];
    let at = HEADER_BYTES;
    for (let length = question[at] as number; length > 0; length = question[at] as number) {
      labels.push(question.toString('ascii', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const type = question.readUInt16BE(at + 1);
    const asked = question.subarray(HEADER_BYTES, at + 5);
    const found = names.get(labels.join('.')) ?? new Set();
    const addresses = type === AN_ADDRESS.type ? [...found] : [];
    const header = Buffer.alloc(HEADER_BYTES);
    question.copy(header, 0, 0, 2);
    header.writeUInt16BE(found.size > 0 ? RESPONSE : NO_SUCH_NAME, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    socket.send(Buffer.concat([header, asked, ...addresses.map(answerWith)]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: (socket.address() as AddressInfo).port, close: () => socket.close() };
}

function answerWith(address: string): Buffer {
  const answer = Buffer.alloc(16);
  answer.writeUInt16BE(TO_THE_NAME_ASKED_FOR, 0);
  answer.writeUInt16BE(AN_ADDRESS.type, 2);
  answer.writeUInt16BE(AN_ADDRESS.class, 4);
  answer.writeUInt32BE(AN_ADDRESS.ttl, 6);
  answer.writeUInt16BE(4, 10);
  answer.set(address.split('.').map(Number), 12);
  return answer;
}
