/** One of many, to be found by typing. */
export type Choice = {
  /** Empty for none of the others: 'Myself', 'Everybody'. */
  readonly id: string;
  readonly name: string;
  /** Beside the name and found like it: an employee number. */
  readonly detail?: string;
};

/** Letters that Unicode does not take apart into a plain letter and an accent. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Without case and accents. */
function plain(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.replace(/[øłđðßæœı]/g, (letter) => PLAIN[letter] ?? letter);
}

/** The choices that have all typed words, in any order; first those in which the words begin a word. */
export function searchChoices<One extends Choice>(choices: readonly One[], typed: string): readonly One[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return choices;
  const found = choices.flatMap((choice) => {
    const text = ` ${plain(`${choice.name} ${choice.detail ?? ''}`)}`;
    if (!words.every((word) => text.includes(word))) return [];
    return [{ choice, isInside: !words.every((word) => text.includes(` ${word}`)) }];
  });
  return found
    .sort((one, other) => Number(one.isInside) - Number(other.isInside))
    .map(({ choice }) => choice);
}
