import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { Facts } from '../../kit/page.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions } from '../../kit/versions.hook.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { useOperatorNames } from '../../platform/names.queries.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import { useDraftWords } from './agreement-draft.hook.ts';
import { AgreementPreviews } from './agreement-preview.component.tsx';
import styles from './agreements.module.css';
import { type Agreement, type StoredDraft, useDraftActs } from './agreements.queries.ts';
import { DraftDrawer } from './draft-drawer.component.tsx';

type AgreementDraftProps = { readonly agreement: Agreement; readonly loaded: Tagged<StoredDraft> };

type Question = 'publish' | 'discard';

/** The draft of the next version: it is written, previewed, published or discarded. */
export function AgreementDraft({ agreement, loaded }: AgreementDraftProps) {
  const texts = useTexts().agreements;
  const format = useFormat();
  const [isEditing, setEditing] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const { draft } = loaded.value;
  const nameOfID = useOperatorNames({ operatorIDs: [draft?.savedBy ?? null], aids: [] });
  return (
    <>
      {draft === null ? (
        <p>{texts.draft.none}</p>
      ) : (
        <>
          <Facts
            facts={[
              [texts.version, draft.version === '' ? texts.draft.unnamed : draft.version],
              [texts.asksAgain, texts.asks[draft.asksAgain ? 'yes' : 'no']],
              [texts.draft.savedAt, format.exactTime(draft.savedAt)],
              [texts.draft.savedBy, nameOfID(draft.savedBy)],
            ]}
          />
          <details>
            <summary className={styles.opener}>{texts.preview}</summary>
            <AgreementPreviews version={draft.version} texts={draft} />
          </details>
        </>
      )}
      <div className={styles.acts}>
        <Button kind={draft === null ? 'primary' : 'plain'} onPress={() => setEditing(true)}>
          {draft === null ? texts.draft.begin : texts.draft.edit}
        </Button>
        {draft === null ? null : (
          <>
            <Button kind="primary" onPress={() => setQuestion('publish')}>
              {texts.draft.publish}
            </Button>
            <Button kind="danger" onPress={() => setQuestion('discard')}>
              {texts.draft.discard}
            </Button>
          </>
        )}
      </div>
      {isEditing ? (
        <DraftDrawer agreement={agreement} loaded={loaded} onClose={() => setEditing(false)} />
      ) : null}
      {question !== null && draft !== null ? (
        <DraftQuestion
          agreement={agreement}
          loaded={loaded}
          question={question}
          onClose={() => setQuestion(null)}
        />
      ) : null}
    </>
  );
}

type DraftQuestionProps = AgreementDraftProps & {
  readonly question: Question;
  readonly onClose: () => void;
};

/** Asks before the draft that the operator sees is published or discarded. */
function DraftQuestion({ agreement, loaded, question, onClose }: DraftQuestionProps) {
  const texts = useTexts().agreements;
  const acts = useDraftActs(agreement.agreement);
  const versions = useVersions(loaded, { read: acts.read });
  const wordsOf = useDraftWords();
  const name = texts.names[agreement.agreement];
  const { draft } = versions.base.value;
  const version = draft?.version ?? '';
  const isPublishing = question === 'publish';
  const finish = () => {
    showToast({
      color: 'success',
      text: isPublishing ? texts.form.done(version) : texts.draft.discarded,
    });
    onClose();
  };
  const act = texts.draft[question];
  if (versions.theirs !== null)
    return (
      <VersionsDialog versions={versions} wordsOf={wordsOf} act={act} onWritten={finish} onTaken={onClose} />
    );
  const isIncomplete =
    version === '' ||
    [draft?.zh, draft?.en].some((one) => one === undefined || one.title === '' || one.text === '');
  const onConfirm = async () => {
    const isDone = await versions.attempt(({ tag }) => acts[question](tag));
    if (isDone) finish();
    return isDone;
  };
  if (!isPublishing)
    return (
      <ConfirmDialog
        title={texts.draft.discardTitle(name)}
        confirmLabel={act}
        isDanger
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <p>{texts.draft.discardText}</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title={texts.form.confirmTitle(name, version)}
      confirmLabel={texts.form.confirm}
      {...(isIncomplete ? {} : { typedName: version })}
      isDisabled={isIncomplete}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isIncomplete ? <Notice kind="warning">{texts.draft.incomplete}</Notice> : null}
      <p>{texts.form.confirmText}</p>
      <p>
        {draft?.asksAgain === true
          ? texts.form.confirmAsks(agreement.accounts)
          : texts.form.confirmWithoutAsking}
      </p>
    </ConfirmDialog>
  );
}
