import { applicationLimits } from '@sealflow/domain/workflow';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { DropZone } from '../../app/shell/drop-zone.component.tsx';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import type { PickedFile } from '../../platform/index.ts';
import { useRefusalText } from '../../platform/outbox/refusal-text.hook.ts';
import { Button } from '../../ui/button.component.tsx';
import { TextField } from '../../ui/text-field.component.tsx';
import styles from './apply.module.css';
import { useTenantTypeName } from './apply.queries.ts';
import type { DraftField } from './check-draft.rules.ts';
import { DetailFields } from './detail-fields.component.tsx';
import type { ChangeDetails, ChangeDraft } from './draft.hook.ts';
import type { ApplicationDraft } from './draft.types.ts';
import { addFiles } from './drafts.usecases.ts';
import { useFaults } from './faults.hook.ts';
import { FilesField } from './files-field.component.tsx';
import { usePastedFiles } from './pasted-files.hook.ts';
import { refusedField } from './refusal.rules.ts';
import { TextArea } from './text-area.component.tsx';
import { useTypeName } from './type-name.hook.ts';

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
  const { shell, apply } = useTexts();
  const refusalText = useRefusalText();
  const typeName = useTypeName();
  const name = useTenantTypeName(draft.type);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const { errors, isReady, first, leave, showAll } = useFaults(draft, refusal);
  const { draftID, type, title, description } = draft;
  const refused = refusedField(refusal);

  const add = (picked: readonly PickedFile[]) => {
    onEdited();
    if (picked.length > 0) void addFiles(context, draftID, picked);
  };
  usePastedFiles(add);
  useEffect(() => {
    if (refused !== null) lookAt(form.current, refused);
  }, [refused]);
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    // A submit event of a nested form, such as the search in a sheet, bubbles up to this one.
    if (event.target !== event.currentTarget) return;
    showAll();
    if (isReady) onNext();
    else lookAt(form.current, first);
  };
  const edit: ChangeDraft = (made) => {
    onEdited();
    change(made);
  };
  return (
    <DropZone label={apply.dropHere} onFiles={add}>
      <Screen
        title={name === null ? shell.views.apply : typeName(type, name)}
        bottom={
          <Button look="primary" wide type="submit" form={formId}>
            {apply.next}
          </Button>
        }
      >
        <form id={formId} ref={form} className={styles.form} noValidate onSubmit={goOn}>
          {refusal instanceof Error && refused === null ? (
            <p className={styles.refusal} role="alert">
              {refusalText(refusal)}
            </p>
          ) : null}
          <p className={styles.note}>{apply.notes[type]}</p>
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
                onBlur={() => leave('title')}
              />
            </div>
            <div data-field="description">
              <TextArea
                label={apply.optional(apply.description)}
                value={description}
                most={applicationLimits.description}
                placeholder={apply.descriptionPlaceholder}
                error={errors.description}
                onChange={(value) => edit(() => ({ description: value }))}
                onLeave={() => leave('description')}
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
            onLeave={leave}
          />
          <FilesField draft={draft} context={context} error={errors.files} onAdd={add} onEdited={onEdited} />
          <p className={styles.hint}>{draft.updateAt > 0 ? apply.saved : null}</p>
        </form>
      </Screen>
    </DropZone>
  );
}

function lookAt(form: HTMLElement | null, field: DraftField | null): void {
  const place = form?.querySelector<HTMLElement>(`[data-field="${field ?? ''}"]`);
  place?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  place?.scrollIntoView({ block: 'nearest' });
}
