/** `/sales/getsales/{date}` with its braces filled; a missing parameter is a bug and throws. */
export function pathOf(path: string, params: unknown): string {
  const given = entriesOf(params);
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = given.find(([key]) => key === name)?.[1];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** `?a=1&b=2`, or nothing; also the form encoding of a body without its question mark. */
export function queryOf(values: unknown): string {
  const encoded = new URLSearchParams(entriesOf(values)).toString();
  return encoded && `?${encoded}`;
}

function entriesOf(values: unknown): [string, string][] {
  return Object.entries(values ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => [key, String(value)]);
}
