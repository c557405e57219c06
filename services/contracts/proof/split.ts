import { type PersonalFields, personalFields } from './personal-fields.ts';

/** The data of an event in two parts that together say exactly what it says. */
export type Split = {
  /** The data with null in place of each personal value. */
  readonly open: unknown;
  /** The personal values, in the order of the table; null for a type that has none. */
  readonly personal: readonly unknown[] | null;
};

type Fields = Readonly<Record<string, unknown>>;

/** Of a type that is not in the table everything is personal: nobody has said yet what of it is not. */
export function splitData(type: string, data: unknown): Split {
  const fields: PersonalFields | undefined = Object.hasOwn(personalFields, type)
    ? personalFields[type as keyof typeof personalFields]
    : undefined;
  if (fields && !fields.own && !fields.within) return { open: data, personal: null };
  if (!fields || !isObject(data)) return allPersonal(data);
  const personal: unknown[] = [];
  const open = { ...withNulls(data, fields.own ?? [], personal) };
  for (const [name, within] of Object.entries(fields.within ?? {})) {
    if (!Object.hasOwn(open, name)) continue;
    const value = open[name];
    if (isObject(value)) open[name] = withNulls(value, within, personal);
    else {
      personal.push(value);
      open[name] = null;
    }
  }
  return { open, personal };
}

export function allPersonal(data: unknown): Split & { personal: readonly unknown[] } {
  return { open: null, personal: [data] };
}

/** Whether nothing of it can be read any more: only empty texts and nulls are left of the personal values. */
export function isBlank(personal: readonly unknown[]): boolean {
  return personal.every((value) => value === '' || value === null);
}

function withNulls(object: Fields, names: readonly string[], personal: unknown[]): Record<string, unknown> {
  const open: Record<string, unknown> = { ...object };
  for (const name of names) {
    if (!Object.hasOwn(open, name)) continue;
    personal.push(open[name]);
    open[name] = null;
  }
  return open;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
