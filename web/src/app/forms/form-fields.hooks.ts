import { useAtomValue, useSetAtom } from 'jotai';
import type { Form } from './form.atoms.ts';
import { refusalText } from './refusal-text.ts';

type Texts<Draft> = { readonly [Field in keyof Draft]: string };

type FieldsOptions<Draft> = {
  /** What somebody else put meanwhile. */
  others?: Partial<Draft> | undefined;
  /** What a person would call it, where an id stands in the field. */
  shown?: (field: keyof Draft, value: string) => string;
};

/**
 * What the fields of a form of texts have in common: `bind` gives one its name, its text and what is wrong with it.
 * `message` is what stands under it when it was refused and is not empty.
 */
export function useFields<Draft extends Texts<Draft>>(form: Form<Draft>, options: FieldsOptions<Draft> = {}) {
  const { others = {} as Partial<Draft>, shown = (_field, value) => value } = options;
  const draft = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const type = useSetAtom(form.typeAtom);

  const bind = (name: keyof Draft & string, message?: string) => {
    const theirs = others[name];
    return {
      name,
      value: draft[name] as string,
      error:
        refused.includes(name) &&
        refusalText(draft[name], message, theirs === undefined ? undefined : shown(name, theirs)),
      onChange: (event: { target: { value: string } }) =>
        type({ [name]: event.target.value } as unknown as Partial<Draft>),
    };
  };
  return { draft, refused, type, bind };
}
