import { applicationLimits } from '@sealflow/domain/workflow';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { SelectedItems } from '@sealflow/ui/lists/selected-items.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import styles from '../apply.module.css';
import { allRecipients, splitAddresses } from '../recipients.rules.ts';
import type { DetailFieldsProps } from './detail-fields.types.ts';
import { TextArea } from './text-area.component.tsx';

/** The recipients, subject and body of a mail. */
export function MailFields({ draft, errors, onChange, onLeave }: DetailFieldsProps) {
  const { apply } = useTexts();
  const { details } = draft;
  const { to, recipient, subject, body } = details;
  const add = () => onChange({ to: allRecipients(details), recipient: '' });
  return (
    <>
      <div data-field="to" className={styles.stack}>
        <TextField
          label={apply.to}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={recipient}
          error={errors.to}
          placeholder={apply.toHint}
          enterKeyHint="done"
          trailing={
            recipient.trim() === '' ? undefined : (
              <Button variant="quiet" onClick={add}>
                {apply.addRecipient}
              </Button>
            )
          }
          onChange={({ currentTarget: { value } }) => {
            // A typed separator completes the address before it.
            if (/[,;，；、]$/u.test(value))
              onChange({ to: allRecipients({ to, recipient: value }), recipient: '' });
            else onChange({ recipient: value });
          }}
          onPaste={(event) => {
            const pasted = splitAddresses(event.clipboardData.getData('text'));
            if (pasted.length < 2) return;
            event.preventDefault();
            onChange({ to: allRecipients({ to: [...to, ...pasted], recipient }), recipient: '' });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || recipient.trim() === '') return;
            event.preventDefault();
            add();
          }}
          onBlur={() => {
            if (recipient.trim() !== '') add();
            onLeave('to');
          }}
        />
        <SelectedItems
          label={apply.recipients}
          items={to.map((address) => ({ id: address, name: address }))}
          removeLabel={apply.removeRecipient}
          onRemove={(address) => onChange({ to: to.filter((one) => one !== address) })}
        />
      </div>
      <div data-field="subject">
        <TextField
          label={apply.optional(apply.subject)}
          value={subject}
          error={errors.subject}
          placeholder={apply.subjectHint}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => onChange({ subject: value })}
          onBlur={() => onLeave('subject')}
        />
      </div>
      <div data-field="body">
        <TextArea
          label={apply.optional(apply.body)}
          value={body}
          maxLength={applicationLimits.body}
          error={errors.body}
          onChange={(value) => onChange({ body: value })}
          onLeave={() => onLeave('body')}
        />
      </div>
    </>
  );
}
