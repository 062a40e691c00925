import { applicationLimits } from '@sealflow/domain/workflow';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { type PickedFile, usePlatform } from '../../../platform/index.ts';
import { useRefusalText } from '../../../platform/outbox/outbox.hook.ts';
import { DropZone } from '../../../shell/file-drop/drop-zone.component.tsx';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import styles from '../apply.module.css';
import { useTenantTypeName } from '../apply.queries.ts';
import type { DraftField } from '../check-draft.rules.ts';
import type { ApplicationDraft } from '../draft.types.ts';
import type { ChangeDetails, ChangeDraft } from '../drafts/draft.hook.ts';
import { addFiles } from '../drafts/drafts.usecases.ts';
import { refusedField } from '../refusal.rules.ts';
import { useTypeName } from '../type-name.hook.ts';
import { ApproversField } from './approvers-field.component.tsx';
import { DetailFields } from './detail-fields.component.tsx';
import { useFieldErrors } from './field-errors.hook.ts';
import { FilesField } from './files-field.component.tsx';
import { TextArea } from './text-area.component.tsx';

/** The service's limit of a remark. */
const maxNoteLength = 1000;

type DraftFieldsProps = {
  readonly draft: ApplicationDraft;
  readonly context: DocumentsContext;
  readonly change: ChangeDraft;
  readonly changeDetails: ChangeDetails;
  /** The service's rejection of the draft; null without one. */
  readonly refusal: unknown;
  readonly onEdited: () => void;
  readonly onNext: () => void;
};

/** The form of a draft. */
export function DraftFields(props: DraftFieldsProps) {
  const { draft, context, change, changeDetails, refusal, onEdited, onNext } = props;
  const { shell, apply, returns } = useTexts();
  const refusalText = useRefusalText();
  const typeName = useTypeName();
  const name = useTenantTypeName(draft.type);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const { errors, isReady, firstInvalid, markVisited, showAllErrors } = useFieldErrors(draft, refusal);
  const { draftID, type, title, description, revises } = draft;
  const typeTitle = name === null ? shell.views.apply : typeName(type, name);
  const refused = refusedField(refusal);

  const add = (picked: readonly PickedFile[]) => {
    onEdited();
    const room = Math.max(0, applicationLimits.files - draft.files.length);
    if (picked.length > room) {
      showSnackbar({ color: 'info', text: apply.tooManyFiles(applicationLimits.files) });
    }
    const added = picked.slice(0, room);
    if (added.length > 0) void addFiles(context, draftID, added);
  };
  usePastedFiles(add);
  useEffect(() => {
    if (refused !== null) focusField(form.current, refused);
  }, [refused]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A submit event of a nested form, such as the search in a sheet, bubbles up to this one.
    if (event.target !== event.currentTarget) return;
    showAllErrors();
    if (isReady) onNext();
    else focusField(form.current, firstInvalid);
  };
  const edit: ChangeDraft = (patch) => {
    onEdited();
    change(patch);
  };
  return (
    <DropZone label={apply.dropHere} onFiles={add}>
      <Screen
        title={revises === undefined ? typeTitle : returns.revisionStep}
        bottom={
          <Button variant="primary" wide type="submit" form={formId}>
            {apply.next}
          </Button>
        }
      >
        <form id={formId} ref={form} className={styles.form} noValidate onSubmit={submit}>
          {refusal instanceof Error && refused === null ? (
            <p className={styles.refusal} role="alert">
              {refusalText(refusal)}
            </p>
          ) : null}
          {revises === undefined ? (
            <p className={styles.note}>{apply.notes[type]}</p>
          ) : (
            <section className={styles.note}>
              <p>{returns.returnedToYou(revises.by)}</p>
              <p className={styles.reason}>{revises.reason}</p>
            </section>
          )}
          {revises === undefined ? null : (
            <div className={styles.block}>
              <TextArea
                label={apply.optional(returns.note)}
                value={revises.note ?? ''}
                rows={2}
                maxLength={maxNoteLength}
                placeholder={returns.notePlaceholder}
                onChange={(note) => edit(() => ({ revises: { ...revises, note } }))}
              />
            </div>
          )}
          <div className={styles.block}>
            <div data-field="title">
              <TextField
                label={apply.title}
                value={title}
                error={errors.title}
                placeholder={apply.titlePlaceholder}
                autoComplete="off"
                enterKeyHint="next"
                onChange={({ currentTarget: { value } }) => edit(() => ({ title: value }))}
                onBlur={() => markVisited('title')}
              />
            </div>
            <div data-field="description">
              <TextArea
                label={apply.optional(apply.description)}
                value={description}
                maxLength={applicationLimits.description}
                placeholder={apply.descriptionPlaceholder}
                error={errors.description}
                onChange={(value) => edit(() => ({ description: value }))}
                onLeave={() => markVisited('description')}
              />
            </div>
          </div>
          <DetailFields
            draft={draft}
            errors={errors}
            onChange={(details) => {
              onEdited();
              changeDetails(details);
            }}
            onLeave={markVisited}
          />
          <ApproversField
            draft={draft}
            error={errors.approvers}
            onChange={(approvers) => edit(() => ({ approvers }))}
          />
          <FilesField draft={draft} context={context} error={errors.files} onAdd={add} onEdited={onEdited} />
          <p className={styles.hint}>{draft.updateAt > 0 ? apply.saved : null}</p>
        </form>
      </Screen>
    </DropZone>
  );
}

function focusField(form: HTMLElement | null, field: DraftField | null): void {
  const container = form?.querySelector<HTMLElement>(`[data-field="${field ?? ''}"]`);
  container?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  container?.scrollIntoView({ block: 'nearest' });
}

/** Handles files pasted anywhere on the screen. Pasted text stays with the focused field. */
function usePastedFiles(onFiles: (files: readonly PickedFile[]) => void): void {
  const { picker } = usePlatform();
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData: data } = event;
      if (data === null || !Array.from(data.types).includes('Files')) return;
      const { files } = picker.fromTransfer(data);
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [picker]);
}
