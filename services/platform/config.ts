import { join, resolve } from 'node:path';
import { readEmail } from '#contracts/text.ts';
import {
  type Environment,
  type EnvironmentReader,
  environmentReader,
  type TrustedProxies,
  wrongVariable,
} from './environment.ts';
import { isThisMachine } from './limits/network.ts';
import type { WriteRates } from './limits/write-quotas.ts';
import { SHARDS } from './live/shards.port.ts';
import { readSecurityText, type SecurityText } from './security-text.ts';
import { DATABASE_ROLES, type DatabaseRole, type Logins } from './tenant-isolation.port.ts';

export const ROLES = ['api', 'gateway', 'projections', 'jobs'] as const;
export type Role = (typeof ROLES)[number];

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Settings that `production` rejects unless `ALLOW_IN_PRODUCTION` names them. */
export const TOYS = ['sandbox-payments', 'development-mailbox', 'plain-http', 'demo-accounts'] as const;

/** `smtp` sends mail; `mailbox` stores it for `/dev/mailbox`. */
export type MailConfig = { kind: 'mailbox' } | { kind: 'smtp'; url: string; from: string };

export type PaymentsConfig =
  | { kind: 'sandbox' }
  | {
      kind: 'stripe';
      secretKey: string;
      publishableKey: string;
      webhookSecret: string;
      priceBase: string;
      priceSeat: string;
      /** Undefined: Stripe's own. */
      apiBase: string | undefined;
      /** Attempts of a call after the first; no variable, tests set it. */
      retries?: number;
    };

/** All settings from the environment, validated. */
export type Config = {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where `/metrics` and the whole `/readyz` are; undefined: with all else, but nowhere in production. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** The public URL, without a slash at the end; undefined: derived from the address that the server listens on. */
  readonly publicUrl: string | undefined;
  /** Absolute, and so is the folder of events that left Postgres. */
  readonly dataDir: string;
  /** The private key that signs the chains, for all processes; undefined: one in `dataDir`. */
  readonly sealKeyFile: string | undefined;
  readonly archiveDir: string;
  /** Undefined: the embedded Postgres in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Given when `databaseUrl` is that of a pooler: the server behind it. */
  readonly directDatabaseUrl: string | undefined;
  /** Undefined: the owner of the database creates them. */
  readonly logins: Logins | undefined;
  /** Undefined: the event store is in Postgres. */
  readonly eventStoreUrl: string | undefined;
  /** Undefined: jobs on Postgres, live bus in process. */
  readonly redisUrl: string | undefined;
  readonly mail: MailConfig;
  readonly supportEmail: string;
  /** Undefined: the program makes one in `dataDir`. */
  readonly trialKey: string | undefined;
  /** Undefined: this installation has no security.txt. */
  readonly securityText: SecurityText | undefined;
  readonly payments: PaymentsConfig;
  readonly roles: ReadonlySet<Role>;
  /** Into how many shards the read models are divided; the same in all processes. */
  readonly projectionShards: number;
  readonly writeRates: WriteRates;
  readonly trustProxy: TrustedProxies;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly production: boolean;
  /** False: the program does not start while the demo company has accounts. */
  readonly demoAccounts: boolean;
};

const MOST_WRITES = 1_000_000;

/** Schemes and an example. */
const DATABASE_ADDRESS = [['postgres', 'postgresql'], 'postgres://user:password@host:5432/db'] as const;

/** Reads and checks every variable. Throws CliError for the first that is wrong. */
export function readConfig(env: Environment): Config {
  const read = environmentReader(env);
  const production =
    read.oneOf('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production';
  const dataDir = resolve(read.text('DATA_DIR') ?? '.data');
  const allowed = read.someOf('ALLOW_IN_PRODUCTION', TOYS) ?? [];
  const port = read.integer('PORT', 0, 65_535, 3000);
  const config: Config = {
    host: read.host('HOST', '127.0.0.1'),
    port,
    metrics: metrics(read, port),
    publicUrl: publicUrl(read),
    dataDir,
    sealKeyFile: read.text('SEAL_KEY_FILE'),
    archiveDir: resolve(read.text('ARCHIVE_DIR') ?? join(dataDir, 'archive')),
    databaseUrl: read.url('DATABASE_URL', ...DATABASE_ADDRESS),
    directDatabaseUrl: directDatabaseUrl(read),
    logins: logins(read),
    eventStoreUrl: read.eventStore('EVENTSTORE_URL'),
    redisUrl: read.url('REDIS_URL', ['redis', 'rediss'], 'redis://host:6379'),
    mail: mail(read),
    supportEmail: supportEmail(read),
    trialKey: trialKey(read),
    securityText: readSecurityText(read),
    payments: payments(read),
    roles: new Set(read.someOf('ROLES', ROLES) ?? ROLES),
    projectionShards: read.integer('PROJECTION_SHARDS', 1, 256, SHARDS),
    writeRates: {
      perCompany: read.integer('WRITES_PER_COMPANY', 0, MOST_WRITES, 2000),
      perPerson: read.integer('WRITES_PER_PERSON', 0, MOST_WRITES, 1000),
    },
    trustProxy: read.proxies('TRUST_PROXY'),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, production ? 'info' : 'warn'),
    production,
    demoAccounts: !production || allowed.includes('demo-accounts'),
  };
  if (production) refuseToys(config, allowed);
  else refusePublic(config);
  return config;
}

function directDatabaseUrl(read: EnvironmentReader): string | undefined {
  const given = read.url('DATABASE_DIRECT_URL', ...DATABASE_ADDRESS);
  if (given !== undefined && read.text('DATABASE_URL') === undefined) {
    throw wrongVariable('DATABASE_URL', 'takes the address of the pooler; DATABASE_DIRECT_URL needs it');
  }
  return given;
}

function logins(read: EnvironmentReader): Config['logins'] {
  const variableOf = (role: DatabaseRole) =>
    `DATABASE_${role.slice('tallyboard_'.length).toUpperCase()}_LOGIN`;
  const given = DATABASE_ROLES.map((role) => [role, read.login(variableOf(role))] as const);
  const missing = given.filter(([, login]) => login === undefined).map(([role]) => variableOf(role));
  if (missing.length === given.length) return undefined;
  if (missing.length > 0)
    throw wrongVariable(missing.join(', '), 'takes user:password, as the other logins do');
  return Object.fromEntries(given) as Logins;
}

function metrics(read: EnvironmentReader, mainPort: number): Config['metrics'] {
  if (read.text('METRICS_PORT') === undefined) {
    if (read.text('METRICS_HOST') === undefined) return undefined;
    throw wrongVariable('METRICS_PORT', 'takes a port; METRICS_HOST needs it');
  }
  const port = read.integer('METRICS_PORT', 0, 65_535, 0);
  if (port !== 0 && port === mainPort) throw wrongVariable('METRICS_PORT', 'takes another port than PORT');
  return { host: read.host('METRICS_HOST', '127.0.0.1'), port };
}

function publicUrl(read: EnvironmentReader): string | undefined {
  const given = read.url('PUBLIC_URL', ['http', 'https'], 'https://tallyboard.example.com');
  if (given === undefined) return undefined;
  const { origin, pathname, search, hash } = new URL(given);
  // The API and the cookies need the root of their host.
  if (pathname !== '/' || search || hash) {
    throw wrongVariable('PUBLIC_URL', 'takes a URL without a path, like https://tallyboard.example.com');
  }
  return origin;
}

function mail(read: EnvironmentReader): MailConfig {
  const url = read.url('SMTP_URL', ['smtp', 'smtps'], 'smtp://user:password@host:587');
  const from = read.text('MAIL_FROM');
  const address = addressIn(from);
  if (from !== undefined && (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address ?? '') || /[\r\n]/.test(from))) {
    throw wrongVariable('MAIL_FROM', 'takes a sender like Tallyboard <no-reply@example.com>');
  }
  if (url === undefined) return { kind: 'mailbox' };
  if (from === undefined) {
    throw wrongVariable('MAIL_FROM', 'takes a sender like no-reply@example.com; SMTP_URL needs it');
  }
  return { kind: 'smtp', url, from };
}

/** The address in a sender like `Tallyboard <no-reply@example.com>`. */
function addressIn(from: string | undefined): string | undefined {
  return from?.match(/<([^<>]+)>$/)?.[1] ?? from;
}

function trialKey(read: EnvironmentReader): string | undefined {
  const given = read.text('TRIAL_KEY');
  if (given === undefined || given.length >= 32) return given;
  throw wrongVariable('TRIAL_KEY', 'takes a secret of at least 32 characters');
}

function supportEmail(read: EnvironmentReader): string {
  const given = read.text('SUPPORT_EMAIL');
  // An operator who configured mail owns at least the sender's domain.
  if (given === undefined)
    return readEmail(addressIn(read.text('MAIL_FROM')) ?? '') ?? 'support@tallyboard.test';
  const email = readEmail(given);
  if (email === null) throw wrongVariable('SUPPORT_EMAIL', 'takes an address like support@example.com');
  return email;
}

function payments(read: EnvironmentReader): PaymentsConfig {
  const secretKey = read.text('STRIPE_SECRET_KEY');
  const apiBase = read.url('STRIPE_API_BASE', ['http', 'https'], 'https://api.stripe.com');
  const needed = (name: string, takes: string): string => {
    const given = read.text(name);
    if (secretKey !== undefined && given === undefined) {
      throw wrongVariable(name, `takes ${takes}; STRIPE_SECRET_KEY needs it`);
    }
    if (secretKey === undefined && given !== undefined) {
      throw wrongVariable('STRIPE_SECRET_KEY', `takes the provider's secret key; ${name} needs it`);
    }
    return given ?? '';
  };
  const rest = {
    publishableKey: needed('STRIPE_PUBLISHABLE_KEY', "the provider's publishable key"),
    webhookSecret: needed('STRIPE_WEBHOOK_SECRET', 'the signing secret of the webhook'),
    priceBase: needed('STRIPE_PRICE_BASE', 'the id of the base fee’s price'),
    priceSeat: needed('STRIPE_PRICE_SEAT', 'the id of the price per employee'),
  };
  return secretKey === undefined ? { kind: 'sandbox' } : { kind: 'stripe', secretKey, ...rest, apiBase };
}

function refuseToys({ payments, mail, publicUrl }: Config, allowed: readonly (typeof TOYS)[number][]): void {
  const refuse = (toy: (typeof TOYS)[number], variable: string, takes: string): void => {
    if (allowed.includes(toy)) return;
    throw wrongVariable(variable, `takes ${takes}; production needs it, or ALLOW_IN_PRODUCTION=${toy}`);
  };
  if (payments.kind === 'sandbox') {
    refuse('sandbox-payments', 'STRIPE_SECRET_KEY', 'the provider’s secret key');
  }
  if (mail.kind === 'mailbox') refuse('development-mailbox', 'SMTP_URL', 'a mail server');
  if (!publicUrl?.startsWith('https:')) {
    refuse('plain-http', 'PUBLIC_URL', 'a URL like https://tallyboard.example.com');
  }
}

function refusePublic({ publicUrl }: Config): void {
  if (publicUrl === undefined || isThisMachine(new URL(publicUrl).hostname)) return;
  throw wrongVariable(
    'NODE_ENV',
    'takes production when PUBLIC_URL is more than a localhost: in development every visitor reads all mail and ' +
      'knows the passwords of the demo company',
  );
}
