import { RadioList } from '@sealflow/ui/inputs/radio-list.component.tsx';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { ErrorState } from '@sealflow/ui/status/state.component.tsx';
import { useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useErrorText } from '../../../platform/api/index.ts';
import styles from '../apply.module.css';
import { useClassifications } from '../apply.queries.ts';
import type { DetailFieldsProps } from './detail-fields.types.ts';
import { FieldError } from './text-area.component.tsx';

/** Selects the classification that the files get. */
export function ClassificationField({ draft, errors, onChange }: DetailFieldsProps) {
  const { apply, common } = useTexts();
  const errorOf = useErrorText();
  const errorId = useId();
  const { data, error, isPending, isFetching, refetch } = useClassifications();
  return (
    <div data-field="classificationID" className={styles.stack}>
      {isPending ? <SkeletonList label={common.loading} rows={2} /> : null}
      {error !== null && data === undefined ? (
        <ErrorState
          text={errorOf(error)}
          retryLabel={common.retry}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
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
