import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPORT_MAX_BYTES } from '#contracts/endpoints/imports.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { upload } from './upload.ts';

describe('a file that is uploaded', () => {
  let program: TestProgram;
  beforeAll(async () => {
    program = await startTestProgram({ roles: new Set(['api', 'gateway', 'projections']) });
  });
  afterAll(() => program.stop());

  const newOwner = async () => program.signIn((await program.seedCompany()).owner.email);

  const send = (client: HttpClient, file: string | Uint8Array, type?: string) =>
    upload(program.url, client, file, type);

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 415, 'notCsvFile'],
    ['UTF-16', Buffer.from('\uFEFFdate,employee\n1,2\n', 'utf16le'), 415, 'notCsvFile'],
    ['Latin-1', Buffer.from('date,employee\n1,Zoë\n', 'latin1'), 415, 'notCsvFile'],
    ['nothing', Buffer.from(''), 400, 'emptyFile'],
    ['a header alone', Buffer.from('\uFEFFdate,employee\n'), 400, 'emptyFile'],
    ['one line', Buffer.from('x'.repeat(100_001)), 413, 'lineTooLong'],
    ['1,001 columns', Buffer.from(`${','.repeat(1_000)}\n1\n`), 413, 'tooManyColumns'],
    ['many rows', Buffer.from(`date\n${'1\n'.repeat(200_001)}`), 413, 'fileTooLarge'],
  ] as const)(
    'refuses a file of %s in words',
    { tags: ['asvs-5.2.1', 'asvs-5.2.2'] },
    async (_what, file, status, code) => {
      const owner = await newOwner();
      const reply = await send(owner, file);
      expect([reply.status, reply.body]).toEqual([status, { error: code, message: messages[code] }]);
      expect((await owner.get('/api/imports')).body.requestedData).toEqual([]);
    },
  );

  it.each([
    ['line ends', '\n'],
    ['line ends of Windows', '\r\n'],
  ])('answers others while it reads 20 MB of %s', async (_what, part) => {
    const company = await program.seedCompany({ associates: 1 });
    const owner = await program.signIn(company.owner.email);
    const other = await program.signIn(company.associates[0]?.email ?? '');
    const answered: string[] = [];
    const isReceived = new Promise<void>((received) => {
      const watch = (started: unknown) => {
        const { request: upload } = started as { request: IncomingMessage };
        if (upload.method !== 'POST') return;
        unsubscribe('http.server.request.start', watch);
        upload.on('end', received);
      };
      subscribe('http.server.request.start', watch);
    });
    const sent = send(owner, part.repeat(IMPORT_MAX_BYTES / part.length));
    const isAnswered = sent.then(() => answered.push('upload'));
    await isReceived;
    await other.get('/api/employees/getemployee');
    answered.push('other');
    expect((await sent).body).toMatchObject({ error: 'emptyFile' });
    await isAnswered;
    expect(answered).toEqual(['other', 'upload']);
  });

  it('refuses another kind of content, and 10 GB before it reads them', async () => {
    const owner = await newOwner();
    expect(await send(owner, 'x', 'application/zip')).toMatchObject({
      status: 415,
      body: { error: 'notCsvFile' },
    });
    const answered = await new Promise<{ status?: number | undefined; text: string }>((done, fail) => {
      const headers = {
        cookie: owner.cookieHeader(),
        'content-type': 'text/csv',
        'content-length': 10 * 1024 ** 3,
      };
      const sent = request(`${program.url}/api/imports?name=x`, { method: 'POST', headers }, (reply) => {
        reply.setEncoding('utf8').on('data', (text: string) => {
          done({ status: reply.statusCode, text });
          sent.destroy();
        });
      });
      sent.on('error', fail).write('date,employee\n');
    });
    expect(answered).toEqual({
      status: 413,
      text: JSON.stringify({ message: messages.fileTooLarge, error: 'fileTooLarge' }),
    });
  });

  it('refuses a large form: only a file may be large', async () => {
    const owner = await newOwner();
    for (const [type, file] of [
      ['application/x-www-form-urlencoded', 'a&'.repeat(200_000)],
      ['application/json', JSON.stringify({ text: 'x'.repeat(400_000) })],
    ] as const)
      expect(await send(owner, file, type)).toMatchObject({ status: 413, body: { error: 'tooLarge' } });
  });
});
