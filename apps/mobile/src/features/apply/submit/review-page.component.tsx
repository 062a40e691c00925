import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { useEffect } from 'react';
import { fullTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useRefusalText } from '../../../platform/outbox/outbox.hook.ts';
import { useGoBack } from '../../../shell/navigation/back.hook.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { useFileText } from '../../../shell/uploads/file-row.component.tsx';
import { useUploads } from '../../../shell/uploads/uploads.store.ts';
import styles from '../apply.module.css';
import { useClassifications, useTenantTypeName } from '../apply.queries.ts';
import type { ApplicationDraft, DraftFile } from '../draft.types.ts';
import { leaseEnd } from '../lease.rules.ts';
import { refusedField } from '../refusal.rules.ts';
import { useTypeName } from '../type-name.hook.ts';
import { detailLines } from './detail-lines.rules.ts';
import type { DraftSubmission } from './draft-submission.hook.ts';

type ReviewPageProps = {
  readonly title: string;
  readonly draft: ApplicationDraft;
  readonly submission: DraftSubmission;
  readonly onEdit: () => void;
};

/** The review page: everything that is sent, and the button that sends it. */
export function ReviewPage({ title, draft, submission, onEdit }: ReviewPageProps) {
  const { apply, work, returns } = useTexts();
  const submitText = draft.revises === undefined ? apply.submit : returns.resubmit;
  const goBack = useGoBack();
  const language = useLanguage();
  const refusalText = useRefusalText();
  const typeName = useTypeName();
  const { clock } = usePlatform();
  const name = useTenantTypeName(draft.type) ?? '';
  const { isPending, error, isQueued, isOnline } = submission;
  const field = refusedField(error);
  // The form shows an error that belongs to one of its fields.
  useEffect(() => {
    if (field !== null) onEdit();
  }, [field, onEdit]);
  const end = leaseEnd(draft.details, clock.now());
  const lines = detailLines(draft, { texts: apply, until: end == null ? null : fullTime(end, language) });
  return (
    <Screen
      title={title}
      {...(isQueued ? {} : { back: onEdit })}
      bottom={
        isQueued ? (
          <>
            <Button onClick={() => void submission.withdraw()}>{apply.withdraw}</Button>
            <Button variant="primary" onClick={goBack}>
              {work.done}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onEdit} disabled={isPending}>
              {apply.edit}
            </Button>
            <Button variant="primary" loading={isPending} onClick={submission.submit}>
              {isOnline ? submitText : apply.submitWhenOnline}
            </Button>
          </>
        )
      }
    >
      {error === null ? null : (
        <p className={styles.refusal} role="alert">
          {refusalText(error)}
        </p>
      )}
      <output className={isQueued ? styles.notice : undefined}>
        {isQueued ? (isOnline ? apply.underWay : apply.waiting) : null}
      </output>
      <section className={styles.section} aria-label={apply.check}>
        <dl className={styles.facts}>
          <Fact name={apply.type} value={typeName(draft.type, name)} />
          <Fact name={apply.title} value={draft.title.trim()} />
          <Fact name={apply.description} value={draft.description.trim() || apply.noDescription} />
          {draft.revises?.note?.trim() ? (
            <Fact name={returns.note} value={draft.revises.note.trim()} />
          ) : null}
          {lines.map((line) => (
            <Fact key={line.name} {...line} />
          ))}
          {draft.details.classificationID !== null && draft.type === 'file_to_classification' ? (
            <Classification id={draft.details.classificationID} />
          ) : null}
        </dl>
      </section>
      {draft.files.length === 0 ? null : (
        <section className={styles.section} aria-label={apply.files}>
          <h2 className={styles.heading}>{apply.fileCount(draft.files.length)}</h2>
          <ul className={styles.rows}>
            {draft.files.map((file) => (
              <ReviewFile key={file.id} file={file} />
            ))}
          </ul>
        </section>
      )}
      {isQueued ? null : <p className={styles.hint}>{apply.checkHint}</p>}
    </Screen>
  );
}

/** A file with its upload progress. */
function ReviewFile({ file }: { readonly file: DraftFile }) {
  const state = useUploads((uploads) => uploads[file.id]);
  const { text } = useFileText(file, state);
  return (
    <li className={styles.checkFile}>
      <span className={styles.rowTitle}>{file.name}</span>
      <span className={styles.soft}>
        {sizeText(file.size)}
        {file.uri === null ? ` · ${text}` : null}
      </span>
    </li>
  );
}

function Classification({ id }: { readonly id: string }) {
  const { apply } = useTexts();
  const found = useClassifications().data?.data.find((one) => one.id === id);
  return <Fact name={apply.classification} value={found?.name ?? id} />;
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.soft}>{name}</dt>
      <dd className={styles.factValue}>{value}</dd>
    </div>
  );
}
