import { detailKeys } from '@sealflow/domain/workflow';
import { useTexts } from '../../i18n/index.ts';
import { TextField } from '../../ui/text-field.component.tsx';
import styles from './apply.module.css';
import { ClassificationField } from './classification-field.component.tsx';
import type { DetailFieldsProps } from './detail-fields.types.ts';
import { LeaseField } from './lease-field.component.tsx';
import { MailFields } from './mail-fields.component.tsx';
import { MarksField } from './marks-field.component.tsx';
import { PeopleField } from './people-field.component.tsx';

/** What a type asks for beside title, description and files. */
export function DetailFields(props: DetailFieldsProps) {
  const { draft, errors, onChange, onLeave } = props;
  const { apply } = useTexts();
  const own = new Set<string>(detailKeys[draft.type]);
  if (own.size === 0) return null;
  return (
    <div className={styles.block}>
      {own.has('to') ? <MailFields {...props} /> : null}
      {own.has('email') ? (
        <div data-field="email">
          <TextField
            label={apply.email}
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={draft.details.email}
            error={errors.email}
            onChange={({ currentTarget: { value } }) => onChange({ email: value })}
            onBlur={() => onLeave('email')}
          />
        </div>
      ) : null}
      {own.has('classificationID') ? <ClassificationField {...props} /> : null}
      {own.has('fids') ? <PeopleField {...props} /> : null}
      {own.has('until') ? <LeaseField {...props} /> : null}
      {own.has('watermark') ? <MarksField {...props} /> : null}
    </div>
  );
}
