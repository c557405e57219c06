import { useAtomValue, useSetAtom } from 'jotai';
import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { othersText } from '../../app/edit.atoms.ts';
import { TextField } from '../../ui/field.tsx';
import type { JobAidDraft, JobAidForm } from './job-aid-form.atoms.ts';

/** The longest link that is kept. */
const LINK_MAX = 2048;

type JobAidFieldsProps = {
  form: JobAidForm;
  /** What somebody else put meanwhile. */
  others?: Partial<JobAidDraft>;
};

export function JobAidFields({ form, others = {} }: JobAidFieldsProps) {
  const draft = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const type = useSetAtom(form.typeAtom);
  const errorOf = (field: keyof JobAidDraft, message?: string) => {
    if (!refused.includes(field)) return false;
    const theirs = others[field];
    if (theirs !== undefined) return othersText(theirs);
    return draft[field].trim() === '' || message === undefined ? true : message;
  };
  return (
    <>
      <TextField
        name="name"
        label="Name"
        required
        autoFocus
        autoComplete="off"
        maxLength={TEXT_MAX}
        value={draft.name}
        error={errorOf('name')}
        onChange={(event) => type({ name: event.target.value })}
      />
      <TextField
        name="url"
        label="Link (URL)"
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={LINK_MAX}
        value={draft.url}
        error={errorOf('url', messages.invalidUrl)}
        hint="Where the guide, memo or script is kept. It opens in a new tab."
        onChange={(event) => type({ url: event.target.value })}
      />
    </>
  );
}
