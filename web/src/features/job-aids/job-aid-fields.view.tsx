import { messages } from '#contracts/messages.ts';
import { TEXT_MAX } from '#contracts/text.ts';
import { useFields } from '../../kit/forms/form-fields.hooks.ts';
import { TextField } from '../../ui/field.tsx';
import type { JobAidForm } from './job-aid-form.atoms.ts';

/** The longest link that the server stores. */
const LINK_MAX = 2048;

type JobAidFieldsProps = {
  form: JobAidForm;
};

export function JobAidFields({ form }: JobAidFieldsProps) {
  const { bind } = useFields(form);
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
