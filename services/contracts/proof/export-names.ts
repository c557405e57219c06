/** What people and campaigns are called, as their events say it last. */
export function createNames() {
  const names = new Map<string, string>();

  function keep(id: unknown, name: string): void {
    if (typeof id === 'string' && name.trim() !== '') names.set(id, name.trim());
  }

  return {
    hear({ type, data }: { readonly type: string; readonly data: unknown }): void {
      const said = (data ?? {}) as Record<string, Record<string, unknown> | undefined>;
      if (type === 'EmployeeAdded' || type === 'EmployeeEdited') {
        const { firstName = '', lastName = '' } = (said.employee ?? said.after ?? {}) as Record<
          string,
          unknown
        >;
        keep(said.employeeId, `${firstName} ${lastName}`);
      }
      if (type === 'CampaignAdded' || type === 'CampaignEdited') {
        keep(said.campaignId, String((said.campaign ?? said.after)?.name ?? ''));
      }
    },
    of: (id: string): string | null => names.get(id) ?? null,
  };
}
