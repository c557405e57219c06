import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAddressOrSubnet } from './limits/network.ts';
import type { Login } from './tenant-isolation.port.ts';
import { CliError } from './terminal.ts';

/** The proxies whose X-Forwarded-* headers count: none, so many hops, or these addresses. */
export type TrustedProxies = false | number | readonly string[];

export type Environment = Readonly<Record<string, string | undefined>>;

/** These may lie in a file that `<name>_FILE` names, as a container gets its secrets. */
export const SECRETS: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_APPENDER_LOGIN',
  'DATABASE_MAILER_LOGIN',
  'DATABASE_PROGRAM_LOGIN',
  'DATABASE_READER_LOGIN',
  'DATABASE_SEALER_LOGIN',
  'EVENTSTORE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TRIAL_KEY',
];

/**
 * Readers of single variables. An empty value counts as unset, because compose files pass unset variables that way.
 * No message repeats a value: it may be a secret.
 */
export function environmentReader(env: Environment) {
  const text = (name: string): string | undefined =>
    env[name]?.trim() || (SECRETS.includes(name) ? contentsOf(`${name}_FILE`, env) : undefined);

  return {
    text,

    integer(name: string, min: number, max: number, unset: number): number {
      const given = text(name);
      if (given === undefined) return unset;
      const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
      if (!(value >= min && value <= max)) {
        throw wrongVariable(name, `takes a whole number from ${min} to ${max}`);
      }
      return value;
    },

    oneOf<const Choice extends string>(name: string, choices: readonly Choice[], unset: Choice): Choice {
      const given = text(name);
      if (given === undefined) return unset;
      const found = choices.find((choice) => choice === given);
      if (!found) throw wrongVariable(name, `takes one of ${choices.join(', ')}`);
      return found;
    },

    /** Comma-separated, each one of `choices`; unset gives undefined. */
    someOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice[] | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      return given.split(',').map((part) => {
        const found = choices.find((choice) => choice === part.trim());
        if (!found) throw wrongVariable(name, `takes a comma-separated list of ${choices.join(', ')}`);
        return found;
      });
    },

    url(name: string, schemes: readonly string[], example: string): string | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      const parsed = URL.canParse(given) ? new URL(given) : undefined;
      if (!parsed?.hostname || !schemes.includes(parsed.protocol.slice(0, -1))) {
        throw wrongVariable(name, `takes a URL like ${example}`);
      }
      return given;
    },

    /** Of a user of the database, as they are: nothing is encoded. */
    login(name: string): Login | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      const [, user, password] = /^([^:]+):(.+)$/.exec(given) ?? [];
      if (user === undefined || password === undefined) throw wrongVariable(name, 'takes user:password');
      return { user, password };
    },

    /** An address or name to listen on. */
    host(name: string, unset: string): string {
      const given = text(name) ?? unset;
      if (!isIP(given) && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(given)) {
        throw wrongVariable(name, 'takes an address to listen on, such as 127.0.0.1 or 0.0.0.0');
      }
      return given;
    },

    proxies(name: string): TrustedProxies {
      const given = text(name);
      if (given === undefined || given === 'false') return false;
      if (given === 'true') {
        throw wrongVariable(
          name,
          'takes a number of proxies or their addresses; with true, clients could choose the address that counts',
        );
      }
      if (/^\d{1,2}$/.test(given)) return Number(given);
      const addresses = given.split(',').map((part) => part.trim());
      if (!addresses.every(isAddressOrSubnet)) {
        throw wrongVariable(name, 'takes false, a number of proxies, or a comma-separated list of addresses');
      }
      return addresses;
    },

    /** The client's form: several nodes with commas after `esdb://`, one name for all after `esdb+discover://`. */
    eventStore(name: string): string | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      const [, scheme, hosts] =
        /^(esdb|esdb\+discover):\/\/(?:[^@/?]*@)?([^@/?]+)(?:[/?]|$)/.exec(given) ?? [];
      const nodes = hosts?.split(',') ?? [];
      if (nodes.length === 0 || !nodes.every(isHost)) {
        throw wrongVariable(
          name,
          'takes a URL like esdb://host:2113?tls=false, or esdb://node1:2113,node2:2113,node3:2113 for a cluster',
        );
      }
      if (scheme === 'esdb+discover' && nodes.length > 1) {
        throw wrongVariable(
          name,
          'takes one name after esdb+discover://; write a list of nodes as esdb://node1:2113,node2:2113,node3:2113',
        );
      }
      return given;
    },
  };
}

function contentsOf(name: string, env: Environment): string | undefined {
  const file = env[name]?.trim();
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    throw wrongVariable(name, 'takes the path of a file that this program can read');
  }
}

function isHost(node: string): boolean {
  return URL.canParse(`esdb://${node}`) && new URL(`esdb://${node}`).hostname !== '';
}

export type EnvironmentReader = ReturnType<typeof environmentReader>;

/** Says on one line which variable is wrong and what it takes. */
export function wrongVariable(variable: string, takes: string): CliError {
  return new CliError(`${variable} ${takes}`);
}
