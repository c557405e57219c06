export function fullName(employee: { first_name: string; last_name: string }): string {
  return `${employee.first_name} ${employee.last_name}`;
}
