import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { useGoBack } from '../../../shell/navigation/back.hook.ts';
import { useQueryParams } from '../../../shell/navigation/query-params.hook.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useVerifiedContacts, useVerifyContact } from '../../../shell/people/contacts.queries.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import styles from '../auth.module.css';
import { CodeField, maskContact } from '../codes/code-field.component.tsx';
import { codeWithTicket } from '../codes/code-ticket.store.ts';
import { accountContacts, type Contact, checkFields, fieldOfCodeError } from '../field-checks.rules.ts';
import { useForm } from '../form.hook.ts';
import { FormError } from '../form-error.component.tsx';
import { SubmitButton } from '../submit-button.component.tsx';

/** /myinfo?view=verify&contact=phone|email: verifies a contact of the account by a code. */
export default function VerifyContactScreen() {
  const { account: texts, shell } = useTexts();
  const { account } = useSignedIn();
  const query = useQueryParams();
  const { data: verified } = useVerifiedContacts();
  const name = query.get('contact') === 'email' ? 'email' : 'mobileNo';
  const contact = accountContacts(account).find((address) => name in address);
  const isFirst = verified !== undefined && !verified.mobileVerified && !verified.emailVerified;
  return (
    <Screen title={shell.views.verify} plain>
      <div className={styles.page}>
        <dl className={styles.fact}>
          <dt>{name === 'email' ? texts.email : texts.phone}</dt>
          <dd>{contact === undefined ? texts.noPhone : maskContact(contact)}</dd>
        </dl>
        <p className={styles.soft}>{texts.verifyLead}</p>
        {isFirst ? <p className={styles.soft}>{texts.verifyFirst}</p> : null}
        {contact === undefined ? null : <VerifyContactForm contact={contact} />}
      </div>
    </Screen>
  );
}

function VerifyContactForm({ contact }: { readonly contact: Contact }) {
  const { account: texts } = useTexts();
  const { preferences } = usePlatform();
  const goBack = useGoBack();
  const verifyContact = useVerifyContact();
  const form = useForm<'code'>({
    initialValues: { code: '' },
    validate: ({ code }) => checkFields<'code'>({ code }),
    fieldOfError: (code) => (fieldOfCodeError(code) === 'code' ? 'code' : undefined),
    submit: async ({ code }, signal) => {
      const proof = await codeWithTicket(preferences, { purpose: 'update', to: contact, code });
      await verifyContact({ ...contact, ...proof }, signal);
      goBack();
      showSnackbar({ color: 'success', text: texts.verified(maskContact(contact)) });
    },
  });
  return (
    <form className={styles.fields} {...form.props}>
      <FormError failure={form.failure} />
      <CodeField
        field={form.field('code')}
        purpose="update"
        to={contact}
        onMissingContact={() => undefined}
        onSent={() => form.resumeAt('code')}
        onError={form.showError}
      />
      <SubmitButton label={texts.verify} isBusy={form.isBusy} onCancel={form.cancel} />
    </form>
  );
}
