import { atom } from 'jotai';
import type { Submission } from '../../api/submission.ts';
import type { FormMemory } from '../../kit/forms/form.atoms.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { parseTexts, sessionStorageAtom } from '../../kit/session/session-storage.atoms.ts';
import { OWN } from '../../kit/storage.ts';
import { type WaitingSale, waitingSaleIn } from './add-sale-outbox.ts';
import { EMPTY_SALE, type SaleDraft } from './sale-form.atoms.ts';

type Kept = FormMemory<SaleDraft> & { readonly employeeId: string };

const NOTHING = { employeeId: '', typed: null, unfinished: null };

const keptAtom = sessionStorageAtom<Kept>(`${OWN}new-sale`, NOTHING, (kept) => {
  const employeeId = parseTexts(kept, ['employeeId'])?.employeeId;
  if (employeeId === undefined) return null;
  const { typed, unfinished } = kept as { typed?: unknown; unfinished?: unknown };
  return { employeeId, typed: draftIn(typed), unfinished: submissionIn(unfinished) };
});

function submissionIn(kept: unknown): Submission | null {
  const texts = parseTexts(kept, ['content', 'key']);
  const { former } = (kept ?? {}) as { former?: unknown };
  const isList = Array.isArray(former) && former.every((each) => typeof each === 'string');
  return texts && { ...texts, ...(isList && { former }) };
}

const { detailsCut: _, ...TEXTS } = EMPTY_SALE;

function draftIn(kept: unknown): SaleDraft | null {
  const texts = parseTexts(kept, Object.keys(TEXTS));
  const { detailsCut } = (kept ?? {}) as { detailsCut?: unknown };
  return texts && ({ ...EMPTY_SALE, ...texts, detailsCut: detailsCut === true } as SaleDraft);
}

/**
 * The draft of New Sale, which survives a reload of this tab, for the person who typed it. An attempt without an answer
 * keeps its key with it, so that the same sale is not recorded twice.
 */
export const newSaleMemoryAtom = atom(
  (get): FormMemory<SaleDraft> => {
    const kept = get(keptAtom);
    return kept.employeeId === get(employeeAtom).id ? kept : NOTHING;
  },
  (get, set, memory: FormMemory<SaleDraft>) => {
    set(keptAtom, { ...memory, employeeId: get(employeeAtom).id });
  },
);

type Mended = { readonly employeeId: string; readonly sale: WaitingSale | null };

const mendedAtom = sessionStorageAtom<Mended>(`${OWN}mended-sale`, { employeeId: '', sale: null }, (kept) => {
  const employeeId = parseTexts(kept, ['employeeId'])?.employeeId;
  if (employeeId === undefined) return null;
  return { employeeId, sale: waitingSaleIn((kept as { sale?: unknown }).sale) };
});

/**
 * The waiting sale whose text is in the form of this tab, to be replaced when it is recorded; null for a new sale. It
 * stays in the outbox meanwhile.
 */
export const mendedSaleAtom = atom(
  (get): WaitingSale | null => {
    const kept = get(mendedAtom);
    return kept.employeeId === get(employeeAtom).id ? kept.sale : null;
  },
  (get, set, sale: WaitingSale | null) => set(mendedAtom, { employeeId: get(employeeAtom).id, sale }),
);
