import { paths } from '#contracts/paths.ts';
import { compose, type MailTemplate, paragraph } from '#platform/mail/template.ts';

/** To the super employee. `publicUrl` as browsers see us, without a slash at the end. */
export function erasureWantedLetter(facts: {
  readonly name: string;
  readonly publicUrl: string;
}): MailTemplate {
  const { name, publicUrl } = facts;
  return compose({
    subject: `${name} asks for the erasure of personal data`,
    title: 'A request for erasure',
    preview: 'Please answer it in the company profile.',
    blocks: [
      paragraph(`${name} asks that the personal data which Tallyboard holds is erased.`),
      paragraph(
        'You can refuse it and say why. To carry it out, first delete the employee; then names, email and number are erased everywhere, and sales and commission stay without a name. Privacy law often asks for an answer within 30 days.',
      ),
      { kind: 'button', label: 'Answer the request', url: `${publicUrl}${paths.companyProfile}` },
    ],
    why: 'You get this because you are the administrator of your company on Tallyboard.',
  });
}

/** To the person who asked. */
export function erasureRefusedLetter({ reason }: { readonly reason: string }): MailTemplate {
  return compose({
    subject: 'Your request for erasure was answered',
    title: 'Your data stays for now',
    preview: 'The administrator of your company says why.',
    blocks: [
      paragraph('The administrator of your company refused to have your personal data erased:'),
      paragraph(reason),
      paragraph('You can ask again in My Profile, and turn to the privacy authority of your country.'),
    ],
    why: 'You get this because you asked for the erasure of your personal data.',
  });
}
