import { isLocalDate } from '#contracts/local-date.ts';

/** Texts that narrow a list, kept in the address; empty for all. */
type AddressFilters = Readonly<Record<string, string>>;

/** The address with these filters; its other parameters stay. */
export function withFilters(address: URLSearchParams, filters: AddressFilters): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(filters)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

export function isFiltered(filters: AddressFilters): boolean {
  return Object.values(filters).some((value) => value !== '');
}

/** Whether the dates in an address make a period, either end of which may be open: real dates, in their order. */
export function isPeriod({ from, to }: { readonly from: string; readonly to: string }): boolean {
  return [from, to].every((date) => date === '' || isLocalDate(date)) && !(from && to && from > to);
}
