type Named =
  | { readonly first_name: string; readonly last_name: string }
  | { readonly firstName: string; readonly lastName: string };

/** The name of a person, as replies (`first_name`) and events (`firstName`) have it. */
export function fullName(person: Named): string {
  return 'first_name' in person
    ? `${person.first_name} ${person.last_name}`
    : `${person.firstName} ${person.lastName}`;
}
