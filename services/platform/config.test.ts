import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { CliError } from './terminal.ts';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_BASE: 'price_1',
  STRIPE_PRICE_SEAT: 'price_2',
};
const smtp = { SMTP_URL: 'smtp://mail:25', MAIL_FROM: 'Tallyboard <no-reply@example.com>' };

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: undefined,
      databaseUrl: undefined,
      mail: { kind: 'mailbox' },
      payments: { kind: 'sandbox' },
      roles: new Set(['api', 'gateway', 'projections', 'jobs']),
      trustProxy: false,
      production: false,
    });
  });

  it('treats an empty value as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', ROLES: ' ' })).toEqual(readConfig({}));
  });

  it('reads a secret from the file that its name with _FILE gives', () => {
    expect(() => readConfig({ SMTP_URL_FILE: '/no/such/file' })).toThrow(
      'SMTP_URL_FILE takes the path of a file that this program can read',
    );
    // A file that is there and holds no address.
    expect(() => readConfig({ DATABASE_URL_FILE: import.meta.filename })).toThrow('DATABASE_URL takes a URL');
    expect(readConfig({ HOST_FILE: '/no/such/file' })).toEqual(readConfig({}));
  });

  it('takes the server behind a pooler only together with the pooler', () => {
    const [pooler, server] = ['postgres://pooler:6432/db', 'postgres://server/db'];
    expect(readConfig({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: server })).toMatchObject({
      databaseUrl: pooler,
      directDatabaseUrl: server,
    });
    expect(() => readConfig({ DATABASE_DIRECT_URL: server })).toThrow(
      'DATABASE_URL takes the address of the pooler; DATABASE_DIRECT_URL needs it',
    );
  });

  it('reads how much a company and a person may write', () => {
    expect(readConfig({}).writeRates).toEqual({ perCompany: 2000, perPerson: 1000 });
    const given = readConfig({ WRITES_PER_COMPANY: '20', WRITES_PER_PERSON: '0' });
    expect(given.writeRates).toEqual({ perCompany: 20, perPerson: 0 });
  });

  it('reads the roles of this process', () => {
    expect(readConfig({ ROLES: 'api, gateway' }).roles).toEqual(new Set(['api', 'gateway']));
  });

  it('reads which proxies to trust with forwarded addresses', () => {
    expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1);
    expect(readConfig({ TRUST_PROXY: 'false' }).trustProxy).toBe(false);
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'a b'],
    ['METRICS_PORT', '90a'],
    ['PUBLIC_URL', 'tallyboard.example.com'],
    ['PUBLIC_URL', 'https://example.com/tallyboard'],
    ['DATABASE_URL', 'mysql://localhost/db'],
    ['DATABASE_PROGRAM_LOGIN', 'program'],
    ['DATABASE_READER_LOGIN', ':secret'],
    ['DATABASE_DIRECT_URL', 'http://localhost/db'],
    ['EVENTSTORE_URL', 'http://localhost:2113'],
    ['EVENTSTORE_URL', 'esdb://'],
    ['EVENTSTORE_URL', 'esdb://node1:2113,'],
    ['EVENTSTORE_URL', 'esdb://node1:2113,node2:x'],
    ['EVENTSTORE_URL', 'esdb+discover://node1:2113,node2:2113'],
    ['REDIS_URL', 'localhost:6379'],
    ['SMTP_URL', 'mail.example.com'],
    ['SUPPORT_EMAIL', 'support'],
    ['TRIAL_KEY', 'short'],
    ['MAIL_FROM', 'not an address'],
    ['STRIPE_API_BASE', 'stripe'],
    ['ROLES', 'api,worker'],
    ['WRITES_PER_COMPANY', '-1'],
    ['WRITES_PER_PERSON', 'many'],
    ['TRUST_PROXY', 'sometimes'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
    ['ALLOW_IN_PRODUCTION', 'everything'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(CliError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} takes [^\\n]+$`));
  });

  it.each([
    'esdb://localhost:2113?tls=false',
    'esdb://admin:p%40ss@node1:2113,node2:2113,node3:2113?tlsCAFile=/ca.pem',
    'esdb+discover://admin:changeit@cluster.internal:2113/?nodePreference=leader',
  ])('takes %s for the event store', (url) => {
    expect(readConfig({ EVENTSTORE_URL: url }).eventStoreUrl).toBe(url);
  });

  it('says how nodes are listed when they are listed where one name belongs', () => {
    const discover = () => readConfig({ EVENTSTORE_URL: 'esdb+discover://a:2113,b:2113' });
    expect(discover).toThrow(
      /^EVENTSTORE_URL takes one name after esdb\+discover:\/\/; .*esdb:\/\/node1:2113,/,
    );
  });

  it('never repeats a value that may be a secret', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:hunter2@host/db' })).not.toThrow(/hunter2/);
  });

  it('needs a mail or payment setup completely or not at all', () => {
    expect(() => readConfig({ SMTP_URL: smtp.SMTP_URL })).toThrow(/^MAIL_FROM takes/);
    expect(() => readConfig({ ...stripe, STRIPE_PRICE_SEAT: undefined })).toThrow(/^STRIPE_PRICE_SEAT takes/);
    expect(() => readConfig({ ...stripe, STRIPE_SECRET_KEY: '' })).toThrow(/^STRIPE_SECRET_KEY takes/);
    expect(readConfig({ ...stripe, ...smtp })).toMatchObject({
      mail: { kind: 'smtp', from: smtp.MAIL_FROM },
      payments: { kind: 'stripe', priceSeat: 'price_2' },
    });
  });

  it('refuses sandbox payments and the development mailbox in production unless explicitly allowed', () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://sales.example.com' };
    expect(() => readConfig({ ...production, ...smtp })).toThrow(/^STRIPE_SECRET_KEY takes/);
    expect(() => readConfig({ ...production, ...stripe })).toThrow(/^SMTP_URL takes/);
    expect(readConfig({ ...production, ...stripe, ...smtp }).production).toBe(true);
    const told = { ...production, ALLOW_IN_PRODUCTION: 'sandbox-payments,development-mailbox' };
    expect(readConfig(told)).toMatchObject({ production: true, payments: { kind: 'sandbox' } });
  });
  it.each([undefined, 'http://sales.example.com', 'http://localhost:3000'])(
    'refuses production at %s, without https, unless explicitly allowed',
    { tags: ['asvs-12.2.1'] },
    (PUBLIC_URL) => {
      const production = { NODE_ENV: 'production', PUBLIC_URL, ...stripe, ...smtp };
      expect(() => readConfig(production)).toThrow(
        'PUBLIC_URL takes a URL like https://tallyboard.example.com; production needs it, or ALLOW_IN_PRODUCTION=plain-http',
      );
      const told = readConfig({ ...production, ALLOW_IN_PRODUCTION: 'plain-http' });
      expect([told.production, told.publicUrl]).toEqual([true, PUBLIC_URL]);
    },
  );

  it.each([
    '',
    'http://localhost:3000',
    'https://shop.localhost',
    'http://127.0.3.1:81',
    'http://[::1]:3000',
  ])('takes PUBLIC_URL=%s for development, on this machine', (PUBLIC_URL) => {
    for (const NODE_ENV of [undefined, 'development', 'test'])
      expect(readConfig({ NODE_ENV, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL || undefined);
  });

  it.each([
    'https://sales.example.com',
    'http://192.168.0.7:3000',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://notlocalhost',
    'http://[::2]',
  ])(
    'refuses development at %s, and says what to set',
    { tags: ['asvs-15.2.3', 'asvs-13.4.2'] },
    (PUBLIC_URL) => {
      for (const NODE_ENV of [undefined, 'development', 'test'])
        expect(() => readConfig({ NODE_ENV, PUBLIC_URL })).toThrow(
          /^NODE_ENV takes production when PUBLIC_URL [^\n]+$/,
        );
    },
  );

  it('lets the demo company have accounts outside production, or when explicitly allowed', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://sales.example.com',
      ...stripe,
      ...smtp,
    };
    expect(readConfig({}).demoAccounts).toBe(true);
    expect(readConfig(production).demoAccounts).toBe(false);
    expect(readConfig({ ...production, ALLOW_IN_PRODUCTION: 'demo-accounts' }).demoAccounts).toBe(true);
  });

  it('reads where the metrics are, on this machine unless told otherwise', () => {
    expect(readConfig({}).metrics).toBeUndefined();
    expect(readConfig({ METRICS_PORT: '9090' }).metrics).toEqual({ host: '127.0.0.1', port: 9090 });
    const everywhere = { METRICS_PORT: '9090', METRICS_HOST: '0.0.0.0' };
    expect(readConfig(everywhere).metrics).toEqual({ host: '0.0.0.0', port: 9090 });
    expect(readConfig({ PORT: '0', METRICS_PORT: '0' }).metrics?.port).toBe(0);
    expect(() => readConfig({ METRICS_HOST: '0.0.0.0' })).toThrow(
      /^METRICS_PORT takes a port; METRICS_HOST needs it$/,
    );
    expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT takes another port than PORT');
  });
});
