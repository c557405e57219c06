import { atom } from 'jotai';
import type { FormMemory } from '../../kit/forms/form.atoms.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { parseTexts, sessionStorageAtom } from '../../kit/session/session-storage.atoms.ts';
import { OWN } from '../../kit/storage.ts';
import { EMPTY_SALE, type SaleDraft } from './sale-form.atoms.ts';

type Kept = FormMemory<SaleDraft> & { readonly employeeId: string };

const NOTHING = { employeeId: '', typed: null, unfinished: null };

const keptAtom = sessionStorageAtom<Kept>(`${OWN}new-sale`, NOTHING, (kept) => {
  const employeeId = parseTexts(kept, ['employeeId'])?.employeeId;
  if (employeeId === undefined) return null;
  const { typed, unfinished } = kept as { typed?: unknown; unfinished?: unknown };
  return { employeeId, typed: draftIn(typed), unfinished: parseTexts(unfinished, ['content', 'key']) };
});

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
