import { daysBefore } from '#contracts/local-date.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { paths, payrollPath } from '../../web/src/kit/paths.ts';
import type { Step } from './seen-writes.ts';

type Payday = {
  readonly today: string;
  readonly owner: HttpClient;
  readonly seller: HttpClient;
  readonly employeeId: string;
  readonly campaignId: string;
};

/** Of a company that has no pay schedule, with the local date of today, its owner and one of its associates. */
export function paySteps({ today, owner, seller, employeeId, campaignId }: Payday): readonly Step[] {
  const lastWeek = daysBefore(today, 7);
  const payroll = `/api/pay/payroll/${lastWeek}`;
  const statementFrom = (from: string) => `${payrollPath(from)}/${employeeId}`;
  let line = '';
  return [
    {
      write: 'PUT /pay/schedule',
      screen: paths.payroll,
      act: () =>
        owner.send('PUT', '/api/pay/schedule', { rhythm: 'weekly', firstDay: lastWeek, timeZone: 'UTC' }),
      text: 'has not set how often it pays',
      goes: true,
    },
    {
      write: 'POST /pay/lines',
      screen: statementFrom(lastWeek),
      async act() {
        const bonus = { kind: 'bonus', amount: '50', reason: 'A long week', period: lastWeek };
        const answer = await owner.post('/api/pay/lines', { employeeId, ...bonus });
        line = answer.body.id;
        return answer;
      },
      text: 'A long week',
    },
    {
      write: 'POST /pay/payroll/{from}/approve',
      screen: payrollPath(lastWeek),
      act: () => owner.post(`${payroll}/approve`, {}),
      text: 'Approved',
    },
    {
      write: 'POST /pay/payroll/{from}/return',
      screen: payrollPath(lastWeek),
      act: () => owner.post(`${payroll}/return`, { employeeId, reason: 'Two doubts' }),
      text: 'Two doubts',
    },
    {
      write: 'POST /pay/payroll/{from}/lock',
      screen: payrollPath(lastWeek),
      async act() {
        await owner.post(`${payroll}/approve`, {});
        return owner.post(`${payroll}/lock`, {});
      },
      text: 'All is paid',
    },
    {
      write: 'POST /pay/sales/{id}/confirm',
      screen: statementFrom(today),
      async act() {
        await owner.send('PUT', '/api/pay/verification', { campaignId, required: 'true' });
        const form = { name: 'Boat', price: '50', status: 'Closed', campaignId };
        const sold = await seller.post('/api/sales/addsale', form);
        return owner.post(`/api/pay/sales/${sold.body.requestedData.at(-1).id}/confirm`);
      },
      text: 'Boat',
    },
    {
      write: 'POST /pay/lines/{id}/undo',
      screen: statementFrom(today),
      act: () => owner.post(`/api/pay/lines/${line}/undo`, { employeeId, reason: 'It was short' }),
      text: 'It was short',
    },
    ...claimSteps(lastWeek, { owner, seller, employeeId }),
  ];
}

function claimSteps(
  date: string,
  { owner, seller, employeeId }: Omit<Payday, 'today' | 'campaignId'>,
): readonly Step[] {
  const screen = paths.claims;
  let claim = '';
  return [
    {
      ...{ write: 'POST /pay/claims', screen },
      async act() {
        const answer = await seller.post('/api/pay/claims', { kind: 'hours', date, text: 'Until nine' });
        claim = answer.body.id;
        return answer;
      },
      text: 'Until nine',
    },
    {
      ...{ write: 'POST /pay/claims/{id}/answer', screen },
      act: () => owner.post(`/api/pay/claims/${claim}/answer`, { employeeId, reason: 'Only until eight' }),
      text: 'Only until eight',
    },
    {
      ...{ write: 'POST /pay/claims/{id}/reopen', screen },
      act: () => seller.post(`/api/pay/claims/${claim}/reopen`, { text: 'Ask the guard' }),
      text: 'Ask the guard',
    },
  ];
}
