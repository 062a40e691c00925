import { RadioList } from '@sealflow/ui/inputs/radio-list.component.tsx';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { QueryError } from '../../../shell/notices/query-error.component.tsx';
import styles from '../apply.module.css';
import { useClassifications } from '../apply.queries.ts';
import type { DetailFieldsProps } from './detail-fields.types.ts';
import { FieldError } from './text-area.component.tsx';

/** Selects the classification that the files get. */
export function ClassificationField({ draft, errors, onChange }: DetailFieldsProps) {
  const { apply, common } = useTexts();
  const errorId = useId();
  const query = useClassifications();
  const { data, isPending } = query;
  return (
    <div data-field="classificationID" className={styles.stack}>
      {isPending ? <SkeletonList label={common.loading} rows={2} /> : null}
      {data === undefined ? <QueryError query={query} /> : null}
      {data === undefined ? null : (
        <RadioList
          label={apply.classification}
          value={draft.details.classificationID}
          options={data.data.map(({ id, name, isDefault }) => ({
            id,
            label: name,
            detail: isDefault ? apply.classificationDefault : '',
          }))}
          onChange={(classificationID) => onChange({ classificationID })}
        />
      )}
      <FieldError id={errorId} error={errors.classificationID} />
    </div>
  );
}
