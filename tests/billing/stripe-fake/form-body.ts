export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

/**
 * Parses form-encoded text with brackets, as Stripe's API takes it: `items[0][quantity]=3` and
 * `metadata[companyId]=x` and `expand[]=latest_invoice`.
 */
export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split(/\[|\]\[|\]/);
    put(form, [first, ...(name.includes('[') ? rest.slice(0, -1) : [])], value);
  }
  return form;
}

function put(into: Form, [name = '', ...rest]: string[], value: string): void {
  const isOwn = Object.hasOwn(into, name);
  if (rest.length === 0) {
    into[name] = value;
  } else if (/^\d*$/.test(rest[0] ?? '')) {
    if (!isOwn) into[name] = [];
    putInList(into[name] as FormValue[], rest, value);
  } else {
    if (!isOwn) into[name] = {};
    put(into[name] as Form, rest, value);
  }
}

function putInList(list: FormValue[], [index = '', ...rest]: string[], value: string): void {
  const at = index === '' ? list.length : Number(index);
  if (rest.length === 0) {
    list[at] = value;
    return;
  }
  const entry = (list[at] ?? {}) as Form;
  list[at] = entry;
  put(entry, rest, value);
}

export function textOf(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
}

export function formOf(form: Form, name: string): Form {
  const value = form[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function listOf(form: Form, name: string): Form[] {
  const value = form[name];
  return Array.isArray(value) ? (value as Form[]) : [];
}

export function metadataOf(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formOf(form, 'metadata')).map(([name, value]) => [name, String(value)]),
  );
}
