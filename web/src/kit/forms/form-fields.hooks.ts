import { useAtomValue, useSetAtom } from 'jotai';
import type { Form } from './form.atoms.ts';

/** The fields of a draft that hold a text. */
type TextFieldOf<Draft> = {
  [Field in keyof Draft]: Draft[Field] extends string ? Field : never;
}[keyof Draft] &
  string;

type FieldsOptions<Draft> = {
  /** The text for a person where the field holds an id. */
  textOf?: (field: keyof Draft, value: string) => string;
};

/**
 * The fields of a form: `bind` gives a text field its name, its text and its error. A refused field that is not
 * empty shows `message`.
 */
export function useFields<Draft>(form: Form<Draft>, options: FieldsOptions<Draft> = {}) {
  const { textOf = (_field, value) => value } = options;
  const draft = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const conflicts = useAtomValue(form.conflictsAtom);
  const type = useSetAtom(form.typeAtom);

  const bind = (name: TextFieldOf<Draft>, message?: string) => {
    const value = draft[name] as string;
    const theirs = conflicts[name] as string | undefined;
    return {
      name,
      value,
      error:
        refused.includes(name) &&
        fieldError(value, message, theirs === undefined ? undefined : textOf(name, theirs)),
      onChange: (event: { target: { value: string } }) =>
        type({ [name]: event.target.value } as Partial<Draft>),
    };
  };
  return { draft, type, bind };
}

/** Under a field that another person has changed, too. */
function conflictText(theirs: string): string {
  return `Somebody else put “${theirs || 'nothing'}” here meanwhile. Save again to keep yours.`;
}

/** Under a refused field; `true` is the red outline without a text, as for a field that is empty. */
export function fieldError(typed: string, message?: string, theirs?: string): string | true {
  if (theirs !== undefined) return conflictText(theirs);
  return typed.trim() === '' || message === undefined ? true : message;
}
