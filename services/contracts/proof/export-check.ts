import type { SaleFacts } from '../events/sale.events.ts';
import { chainStart, linkAfter, mismatchOf, type Sha256 } from './chain.ts';
import { type ExportEnd, type ExportHeader, type ExportLine, readHeader, readLine } from './export-lines.ts';
import { isPageOf, type PageText } from './export-page.ts';
import type { ExportReport, Finding, PersonTotal, SaleStanding } from './export-report.ts';
import { earned, isRightlyPaid, saleChangeOf } from './sale-change.ts';
import { signedText, type VerifySignature } from './signature.ts';
import {
  addedLineOf,
  createStatementCheck,
  type LockedStatement,
  lockedStatementOf,
} from './statement-check.ts';

/** More findings would not help the reader. */
const FINDINGS_KEPT = 20;

export type ExportCheck = {
  /** The number of events checked so far. */
  events(): number;
  /** Takes the next block of the file, byte for byte. */
  add(block: string): void;
  /** Call after the last block. `page` is the text of the page before the check changed it. */
  end(page?: PageText): ExportReport;
};

/**
 * Checks an exported file: recomputes the chain, the commission of every sale and the totals, and compares them with
 * what the file claims. Never throws, whatever the file holds. After a fault it goes on from the link in the file, so
 * that one fault does not mark all later events.
 */
export function createExportCheck(sha256: Sha256, verify: VerifySignature): ExportCheck {
  const findings: Finding[] = [];
  const sales = new Map<string, SaleFacts>();
  const pay = createStatementCheck(sha256);
  const statements: LockedStatement[] = [];
  const reasons = new Map<string, string>();
  const names = createNames();
  /** By their numbers: places of two logs may be equal in a company that came from another installation. */
  const links = new Map<number, { position: number; link: string }>();
  let header: ExportHeader | null | undefined;
  let [wrong, events, full, erased] = [0, 0, 0, 0];
  let from: string | null = null;
  let until: string | null = null;
  let link: string | null = null;
  let before = '';
  let digest = '';
  let end: ExportEnd | undefined;
  let claimed: string | undefined;

  function find(kind: Finding['kind'], found: Partial<Finding> = {}): void {
    wrong += 1;
    if (findings.length < FINDINGS_KEPT)
      findings.push({ kind, number: null, event: null, about: null, ...found });
  }

  function line(text: string): void {
    if (header === undefined) {
      header = readHeader(text);
      if (!header) find('header');
      before = chainStart(sha256, header?.companyId ?? '');
      return;
    }
    const read = readLine(text);
    if (!read) {
      events += 1;
      find('unreadable', { number: events });
    } else if (read.kind === 'end') end = read.end;
    else if (read.kind === 'digest') claimed = read.digest;
    else
      try {
        chained(read);
      } catch {
        // Nested so deeply that no text can be made of it.
        find('unreadable', { number: events });
      }
  }

  function chained(read: Extract<ExportLine, { kind: 'event' | 'link' }>): void {
    events += 1;
    const { position, recordedAt } = read.kind === 'event' ? read.event : read;
    const stands = read.kind === 'event' ? read.seal.link : read.link;
    if (read.kind === 'event') event(read);
    else if (linkAfter(sha256, before, read.leaf, read) !== stands) find('link', { number: events });
    from ??= recordedAt;
    until = recordedAt;
    link = stands;
    before = stands;
    links.set(events, { position, link: stands });
  }

  function event({ event: each, seal }: Extract<ExportLine, { kind: 'event' }>): void {
    full += 1;
    const mismatch = mismatchOf(sha256, before, each, seal);
    if (mismatch) find(mismatch, { number: events, event: each });
    if (seal.personalDigest !== null && seal.key === null) erased += 1;
    names.hear(each);
    const added = addedLineOf(each);
    if (added) pay.hearLine(added);
    if (added?.reason) reasons.set(added.lineId, added.reason);
    const statement = lockedStatementOf(each);
    if (statement) {
      statements.push(statement);
      if (!pay.isRight(statement)) find('pay', { number: events, event: each });
    }
    const change = saleChangeOf(each);
    if (!change) return;
    const { saleId, after } = change;
    pay.hear(change);
    const known = sales.get(saleId);
    if (known && change.before && !isSameMoney(known, change.before))
      find('before', { number: events, event: each });
    if (after && !isRightlyPaid(after)) find('amount', { number: events, event: each });
    if (after && isOfThisFile(after)) sales.set(saleId, after);
    else sales.delete(saleId);
  }

  const isOfThisFile = ({ employeeId }: SaleFacts) => !header?.person || header.person.id === employeeId;

  function totals(): PersonTotal[] {
    const byPerson = new Map<string, { sales: number; cents: number }>();
    for (const sale of sales.values()) {
      const one = earned(sale);
      if (!one) continue;
      const sum = byPerson.get(one.employeeId) ?? { sales: 0, cents: 0 };
      byPerson.set(one.employeeId, { sales: sum.sales + 1, cents: sum.cents + one.cents });
    }
    return [...byPerson].map(([employeeId, sum]) => ({ employeeId, name: names.of(employeeId), ...sum }));
  }

  /** The chain does not cover the header: a name in the events wins over the name in the header. */
  function withNames(said: ExportHeader): ExportHeader {
    const { person } = said;
    return { ...said, person: person && { ...person, name: names.of(person.id) ?? person.name } };
  }

  function compareEnd(made: readonly PersonTotal[]): ExportReport['seals'] {
    if (!end || end.events !== events || end.link !== link) find('end');
    const said = new Map((end?.totals ?? []).map(([id, count, cents]) => [id, `${count} ${cents}`]));
    for (const { employeeId, name, sales: count, cents } of made) {
      if (said.get(employeeId) !== `${count} ${cents}`) find('total', { about: name ?? employeeId });
      said.delete(employeeId);
    }
    for (const [employeeId, sum] of said)
      if (sum !== '0 0') find('total', { about: names.of(employeeId) ?? employeeId });
    return (end?.seals ?? []).map((seal) => {
      const there = links.get(seal.count);
      const fits = there?.link === seal.link && there.position === seal.position;
      if (!fits) find('seal', { about: seal.day });
      return { ...seal, fits };
    });
  }

  /** The key of the last link's signature. */
  function signer(): string | null {
    const { keys = [], signature = null } = end?.signing ?? {};
    if (signature === null || link === null) return null;
    const text = signedText(header?.companyId ?? '', { count: events, link });
    return keys.find((key) => verify(key, text, signature)) ?? null;
  }

  return {
    events: () => events,
    add(block) {
      const isLast = block.includes('["digest",');
      if (!isLast) digest = sha256(`${digest}\n${block}`);
      for (const text of block.split('\n')) if (text !== '') line(text);
    },
    end(page) {
      if (header === undefined) find('header');
      if (header && page && !isPageOf(header, page)) find('page');
      const made = totals();
      const seals = compareEnd(made);
      const signedBy = signer();
      if (end?.signing && signedBy === null && (end.signing.isRequired || end.signing.signature !== null))
        find('signature');
      if (claimed !== digest) find('file');
      const standing: SaleStanding[] = [...sales].map(([saleId, sale]) => ({ saleId, sale }));
      return {
        ...{ header: header ? withNames(header) : null, events, full, erased, from, until, link, signedBy },
        ...{ findings, wrong, totals: made, seals, sales: standing, statements, reasons },
      };
    },
  };
}

/** Compares no names, because they may be erased in one of the two. */
function isSameMoney(one: SaleFacts, other: SaleFacts): boolean {
  return (
    one.employeeId === other.employeeId &&
    one.status === other.status &&
    one.priceCents === other.priceCents &&
    one.taxPercent === other.taxPercent &&
    one.discountPercent === other.discountPercent &&
    one.commissionPercent === other.commissionPercent &&
    one.commissionCents === other.commissionCents
  );
}

/** The names of employees, from their newest events in the file. */
function createNames() {
  const names = new Map<string, string>();
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

  return {
    hear({ type, data }: { readonly type: string; readonly data: unknown }): void {
      if (type !== 'EmployeeAdded' && type !== 'EmployeeEdited') return;
      const said = (data ?? {}) as Record<string, Record<string, unknown> | undefined>;
      const { firstName, lastName } = said.employee ?? said.after ?? {};
      const name = `${textOf(firstName)} ${textOf(lastName)}`.trim();
      if (name !== '') names.set(textOf(said.employeeId), name);
    },
    of: (id: string): string | null => names.get(id) ?? null,
  };
}
