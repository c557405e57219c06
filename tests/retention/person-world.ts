import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import { newId } from '#platform/ids.ts';
import { ROOT } from '#tests/architecture/source-files.ts';
import { sealedUpTo } from '#tests/proof/sealing-world.ts';
import { builtProgram } from '#tests/support/servers/built-programs.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createRetentionWorld, type Filled } from './retention-world.ts';

export type Leaver = { readonly id: string; readonly email: string; readonly traces: readonly string[] };

/** A retention world with a company whose people leave, and the commands that erase them. */
export async function createPersonWorld() {
  const folder = serverFolder();
  const archiveDir = `${folder.path}/archive`;
  const world = await createRetentionWorld({ archiveDir });
  const company: Filled = await world.fill('Heron');
  const manager: HttpClient = await world.program.signIn(company.managers[0]?.email ?? '');
  const campaignId = company.campaigns[0]?.campaignId ?? '';
  const { owner } = world.core.database;

  function start(name: 'retention' | 'audit' | 'archive' | 'backup', ...args: string[]) {
    const { path, env } = builtProgram(name);
    const child: ChildProcess = spawn(process.execPath, [path, ...args], {
      cwd: ROOT,
      env: {
        ...env,
        ...{ DATABASE_URL: world.program.databaseUrl, ARCHIVE_DIR: archiveDir, LOG_LEVEL: 'silent' },
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
    return { child, ended };
  }

  /** In the own stream, and as the one who looked at another person's pay. */
  async function note(id: string, device: string, about: string): Promise<void> {
    const fact = { fact: 'signed in', times: 1, until: null, network: '203.0.113.7', device, about };
    for (const whose of [id, company.owner.employeeId])
      await world.core.store.append(
        streams.access(company.companyId, whose),
        [
          {
            ...{ id: newId(), type: 'AccessNoted', version: 1, data: { ...fact, employeeId: whose } },
            metadata: contextMetadata(company.companyId, id),
          },
        ],
        'any',
      );
  }

  return {
    ...world,
    ...{ company, manager, archiveDir, owner, start, note },
    run: (...args: Parameters<typeof start>) => start(...args).ended,

    /** Someone with names of their own, who sold something and was deleted; all of it sealed and in the read models. */
    async leaver(word: string): Promise<Leaver> {
      const of = (what: string) => `${word}-${what}-${newId().slice(-6)}`;
      const email = `${of('mail')}@people.test`.toLowerCase();
      const names = { firstName: of('first'), lastName: of('last'), employeeNumber: of('number') };
      const form = { ...names, employeeRole: 'sales associate', campaignId, username: email };
      const added = await manager.post(
        '/api/employees/addemployee',
        { ...form, password: 'aB3dE5gH7j' },
        { 'idempotency-key': of('key') },
      );
      const [{ id }] = added.body.requestedData as [{ id: string }];
      const sale = { name: of('sale'), campaignId, price: '100', status: 'Closed', employeeId: id };
      expect((await manager.post('/api/sales/addsale', sale)).status).toBe(200);
      const device = of('device');
      await note(id, device, email);
      expect((await manager.delete(`/api/employees/delete/${id}`)).status).toBe(200);
      await world.waitForReads();
      await sealedUpTo(owner, await world.core.store.head());
      return { id, email, traces: [email, device, ...Object.values(names)] };
    },

    /** Everything but the names of people. */
    async figures() {
      const models = await world.readModels(company.companyId);
      const { 'read.sales': sales, 'read.employee_days': days, 'read.goals': goals } = models;
      return { sales, days, goals };
    },

    stop: async () => {
      await world.stop();
      folder.remove();
    },
  };
}

const contextMetadata = (companyId: string, actorId: string) => ({
  ...{ companyId, actorId, commandId: newId(), correlationId: newId() },
  ...{ at: new Date().toISOString(), origin: 'api' },
});

export type PersonWorld = Awaited<ReturnType<typeof createPersonWorld>>;
