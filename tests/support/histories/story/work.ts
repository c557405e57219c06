import { commissionCents } from '#contracts/commission.ts';
import type { CampaignFacts } from '#contracts/events/campaign.events.ts';
import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { SALE_STATUSES } from '#contracts/sale-status.ts';
import {
  type Choices,
  type Happening,
  instantOn,
  one,
  pick,
  type StoryDeps,
  type Thing,
  without,
} from './choices.ts';
import type { StructureStory } from './structure.ts';

/** People mostly edit recent sales. */
const RECENT = 400;

type Shift = {
  readonly employeeId: string;
  readonly loginDate: string;
  startedAt: string;
  setDuration: number | null;
  open: boolean;
};

/** Sales and shifts of a story's company. */
export function createWorkStory({ companyId, newId, days }: StoryDeps, structure: StructureStory) {
  const { campaigns, employees } = structure;
  const sales: Thing<SaleFacts>[] = [];
  const shifts: Shift[] = [];
  const started = new Set<string>();
  const day = (choices: Choices) => days[choices.number(days.length)] as string;
  const shiftStream = ({ employeeId, loginDate }: Shift) => streams.shift(companyId, employeeId, loginDate);

  const saleFacts = (choices: Choices, employeeId: string, campaign: Thing<CampaignFacts>): SaleFacts => {
    const terms = {
      priceCents: choices.number(2_000_000),
      discountPercent: choices.number(4) === 0 ? choices.number(10_001) / 100 : 0,
      taxPercent: campaign.facts.taxPercent,
      commissionPercent: campaign.facts.commissionPercent,
    };
    return {
      employeeId,
      campaignId: campaign.id,
      entryDate: day(choices),
      saleName: choices.text(),
      customerNumber: String(choices.number(1_000_000)),
      details: choices.text(),
      status: SALE_STATUSES[choices.number(SALE_STATUSES.length)] ?? 'Lead',
      ...terms,
      commissionCents: commissionCents(terms),
    };
  };

  const actions = {
    recordSale(choices) {
      const employee = pick(employees, choices);
      const campaign = pick(campaigns, choices);
      if (!employee || !campaign) return [];
      const sale = { id: newId(), facts: saleFacts(choices, employee.id, campaign) };
      sales.push(sale);
      const data = { saleId: sale.id, sale: sale.facts };
      return one(streams.sale(companyId, sale.id), { type: 'SaleRecorded', data });
    },
    editSale(choices) {
      const sale = pick(sales.slice(-RECENT), choices);
      const employee = pick(employees, choices);
      const campaign = pick(campaigns, choices);
      if (!sale || !employee || !campaign) return [];
      const before = sale.facts;
      const moved = saleFacts(choices, choices.number(3) === 0 ? employee.id : before.employeeId, campaign);
      sale.facts = choices.number(2) === 0 ? moved : { ...moved, entryDate: before.entryDate };
      const data = { saleId: sale.id, before, after: sale.facts };
      return one(streams.sale(companyId, sale.id), { type: 'SaleEdited', data });
    },
    deleteSale(choices) {
      const sale = pick(sales.slice(-RECENT), choices);
      if (!sale) return [];
      without(sales, sale);
      const data = { saleId: sale.id, before: sale.facts };
      return one(streams.sale(companyId, sale.id), { type: 'SaleDeleted', data });
    },
    startShift(choices) {
      const employee = pick(employees, choices);
      const loginDate = day(choices);
      if (!employee || started.has(employee.id + loginDate)) return [];
      const setDuration = employee.facts.shiftDuration;
      const startedAt = instantOn(loginDate, choices);
      const shift: Shift = { employeeId: employee.id, loginDate, startedAt, setDuration, open: true };
      shifts.push(shift);
      started.add(employee.id + loginDate);
      const data = {
        employeeId: employee.id,
        loginDate,
        shiftId: newId(),
        timeZone: 'America/Toronto',
        startedAt,
        setDuration,
        reason: pick(['login', 'refresh', 'sale', 'manager'] as const, choices) ?? 'login',
      };
      return one(shiftStream(shift), { type: 'ShiftStarted', data });
    },
    resumeShift(choices) {
      const shift = pick(
        shifts.filter(({ open }) => !open),
        choices,
      );
      if (!shift) return [];
      shift.open = true;
      const { employeeId, loginDate } = shift;
      const timeZone = pick([null, 'America/Toronto', 'America/Los_Angeles'], choices) ?? null;
      const data = { employeeId, loginDate, resumedAt: instantOn(loginDate, choices), timeZone };
      return one(shiftStream(shift), { type: 'ShiftResumed', data });
    },
    endShift(choices) {
      const shift = pick(
        shifts.filter(({ open }) => open),
        choices,
      );
      if (!shift) return [];
      shift.open = false;
      const { employeeId, loginDate } = shift;
      const data = {
        employeeId,
        loginDate,
        endedAt: instantOn(loginDate, choices),
        reason: 'logout' as const,
      };
      return one(shiftStream(shift), { type: 'ShiftEnded', data });
    },
    setStart(choices) {
      const shift = pick(shifts, choices);
      if (!shift) return [];
      const before = shift.startedAt;
      shift.startedAt = instantOn(shift.loginDate, choices);
      const { employeeId, loginDate, startedAt: after } = shift;
      return one(shiftStream(shift), {
        type: 'ShiftStartSet',
        data: { employeeId, loginDate, before, after },
      });
    },
    setDuration(choices) {
      const shift = pick(shifts, choices);
      if (!shift) return [];
      const before = shift.setDuration;
      const after = choices.number(10);
      shift.setDuration = after;
      const { employeeId, loginDate } = shift;
      return one(shiftStream(shift), {
        type: 'ShiftDurationSet',
        data: { employeeId, loginDate, before, after },
      });
    },
  } satisfies Record<string, Happening>;

  return { actions };
}
