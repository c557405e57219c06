import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { useFields } from '../../app/forms/form-fields.hooks.ts';
import { TextField } from '../../ui/field.tsx';
import type { JobAidDraft, JobAidForm } from './job-aid-form.atoms.ts';

/** The longest link that is kept. */
const LINK_MAX = 2048;

type JobAidFieldsProps = {
  form: JobAidForm;
  /** What somebody else put meanwhile. */
  others?: Partial<JobAidDraft>;
};

export function JobAidFields({ form, others }: JobAidFieldsProps) {
  const { bind } = useFields(form, { others });
  return (
    <>
      <TextField {...bind('name')} label="Name" required autoFocus autoComplete="off" maxLength={TEXT_MAX} />
      <TextField
        {...bind('url', messages.invalidUrl)}
        label="Link (URL)"
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={LINK_MAX}
        hint="Where the guide, memo or script is kept. It opens in a new tab."
      />
    </>
  );
}
