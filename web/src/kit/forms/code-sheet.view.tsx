import { useAtomValue, useSetAtom } from 'jotai';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { ActionLink } from '../../ui/action-link.tsx';
import { CodeBoxes } from '../../ui/code-boxes.tsx';
import { NO_CODE } from '../../ui/code-digits.ts';
import { type CodeForm, findMailboxAtom, mailboxAtom } from './code-form.atoms.ts';
import styles from './code-sheet.module.css';
import { FormSheet } from './form-sheet.view.tsx';

type CodeSheetProps<Reply> = {
  code: CodeForm<Reply>;
  onDone: (reply: Reply) => void;
  leaving: boolean;
  /** Below the button: links to other pages. */
  aside?: ReactNode;
};

/** Shown only where mail stays on this machine: a link to the mailed code for people who try the program out. */
function MailboxLink() {
  const mailbox = useAtomValue(mailboxAtom);
  const find = useSetAtom(findMailboxAtom);
  // Without an answer there is no link.
  useEffect(() => void find().catch(() => undefined), [find]);
  return (
    mailbox && (
      <p className={styles.mailbox}>
        This is a development server: its mail is in the{' '}
        <a href={mailbox} target="_blank" rel="noreferrer">
          mailbox
        </a>
        .
      </p>
    )
  );
}

/** Boxes for the mailed code, a button that checks it, and a link that mails another one. */
export function CodeSheet<Reply>({ code, onDone, leaving, aside }: CodeSheetProps<Reply>) {
  const { form, mailedAtom, resendingAtom, resendAtom } = code;
  const draft = useAtomValue(form.draftAtom);
  const refused = useAtomValue(form.refusedAtom);
  const { email } = useAtomValue(mailedAtom);
  const isResending = useAtomValue(resendingAtom);
  const type = useSetAtom(form.typeAtom);
  const resend = useSetAtom(resendAtom);
  // A half typed code does not outlive the page.
  useEffect(() => () => type({ code: NO_CODE }), [type]);

  const askAgain = async ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    const first = currentTarget.closest('form')?.elements.namedItem('code');
    if ((await resend()) && first instanceof HTMLElement) first.focus();
  };

  return (
    <>
      <p className={styles.sent}>
        We mailed a six-digit code to <strong>{email}</strong>. It is valid for 10 minutes.
      </p>
      <FormSheet
        form={form}
        action="Verify"
        busyAction="Verifying…"
        onDone={onDone}
        leaving={leaving}
        aside={aside}
      >
        <CodeBoxes
          label="Code"
          name="code"
          autoFocus
          code={draft.code}
          error={refused.includes('code')}
          onCode={(digits) => type({ code: digits })}
        />
        <p className={styles.again}>
          No mail, or too late? Look into the spam folder, or{' '}
          <ActionLink className={styles.resend} busy={isResending} onAct={(event) => void askAgain(event)}>
            Resend Code
          </ActionLink>
        </p>
      </FormSheet>
      <MailboxLink />
    </>
  );
}
