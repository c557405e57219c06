import { CliError } from './terminal.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Readers of single variables. An empty value counts as unset, because compose files pass unset variables that way.
 * No message repeats a value: it may be a secret.
 */
export function environmentReader(env: Environment) {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;

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
  };
}

export type EnvironmentReader = ReturnType<typeof environmentReader>;

/** Says on one line which variable is wrong and what it takes. */
export function wrongVariable(variable: string, takes: string): CliError {
  return new CliError(`${variable} ${takes}`);
}
