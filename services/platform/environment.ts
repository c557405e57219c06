/** A wrong setting. `message` is one line for a person: the variable and what it takes. */
export class ConfigError extends Error {
  constructor(variable: string, takes: string) {
    super(`${variable} ${takes}`);
    this.name = 'ConfigError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Readers of single variables. An empty value counts as unset, because that is how compose files pass what
 * they do not have. No message repeats the value: it may be a secret.
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
        throw new ConfigError(name, `takes a whole number from ${min} to ${max}`);
      }
      return value;
    },

    oneOf<const Choice extends string>(name: string, choices: readonly Choice[], unset: Choice): Choice {
      const given = text(name);
      if (given === undefined) return unset;
      const found = choices.find((choice) => choice === given);
      if (!found) throw new ConfigError(name, `takes one of ${choices.join(', ')}`);
      return found;
    },

    /** Comma-separated, each one of `choices`; unset gives undefined. */
    someOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice[] | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      return given.split(',').map((part) => {
        const found = choices.find((choice) => choice === part.trim());
        if (!found) throw new ConfigError(name, `takes a comma-separated list of ${choices.join(', ')}`);
        return found;
      });
    },

    url(name: string, schemes: readonly string[], example: string): string | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      const parsed = URL.canParse(given) ? new URL(given) : undefined;
      if (!parsed?.hostname || !schemes.includes(parsed.protocol.slice(0, -1))) {
        throw new ConfigError(name, `takes a URL like ${example}`);
      }
      return given;
    },
  };
}

export type EnvironmentReader = ReturnType<typeof environmentReader>;
