import { flowCommentLimits } from '@sealflow/domain/workflow';
import { classNames } from '@sealflow/ui/class-names.util.ts';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import area from '@sealflow/ui/inputs/text-area.module.css';
import { Menu } from '@sealflow/ui/overlays/menu.component.tsx';
import { type ClipboardEvent, useId, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { type PickedFile, usePlatform } from '../../../platform/index.ts';
import { DropZone } from '../../../shell/file-drop/drop-zone.component.tsx';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { FileRow } from '../../../shell/uploads/file-row.component.tsx';
import type { UploadedFile } from '../../../shell/uploads/upload.types.ts';
import { useTextDraft } from '../text-draft.hook.ts';
import { useAttachments } from './attachments.hook.ts';
import styles from './discussion.module.css';
import { useAddComment } from './discussion.queries.ts';
import { addMention, mentionedIn, type Participant } from './mentions.rules.ts';

type CommentFormProps = { readonly flowID: string; readonly participants: readonly Participant[] };

/** The field for a new comment with its files, which upload as soon as they are chosen. */
export function CommentForm({ flowID, participants }: CommentFormProps) {
  const { discussion } = useTexts().work;
  const { picker } = usePlatform();
  const showFailure = useShowFailure();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, isReady, setText } = useTextDraft(`comment:${flowID}`);
  const attachments = useAttachments(flowID);
  const { files } = attachments;
  const { send: sendComment, isPending, isReady: canSend } = useAddComment(flowID);
  const isUploading = files.some(({ uri }) => uri === null);
  const isEmpty = text.trim() === '' && files.length === 0;
  const isFull = files.length >= flowCommentLimits.files;
  const mention = (fid: string) => {
    const person = participants.find((one) => one.fid === fid);
    if (person === undefined) return;
    setText(addMention(text, person).slice(0, flowCommentLimits.characters));
  };
  const attach = (picked: readonly PickedFile[]) => {
    if (picked.length > 0 && !attachments.add(picked))
      showSnackbar({ color: 'info', text: discussion.tooManyFiles(flowCommentLimits.files) });
  };
  const replace = async (file: UploadedFile) => {
    const picked = await picker.pick({});
    if (picked.length === 0) return;
    await attachments.remove(file);
    attach(picked);
  };
  const paste = (event: ClipboardEvent) => {
    if (!event.clipboardData.types.includes('Files')) return;
    event.preventDefault();
    attach(picker.fromTransfer(event.clipboardData).files);
  };
  const send = async () => {
    try {
      const uris = files.flatMap(({ uri }) => uri ?? []);
      await sendComment({ text: text.trim(), mentions: mentionedIn(text, participants), files: uris });
      setText('');
      attachments.clear();
      field.current?.focus();
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <DropZone label={discussion.dropHere} onFiles={attach}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label className={styles.label} htmlFor={id}>
          {discussion.add}
        </label>
        <textarea
          ref={field}
          id={id}
          className={classNames(area.text, styles.field)}
          value={text}
          rows={2}
          maxLength={flowCommentLimits.characters}
          placeholder={discussion.placeholder}
          disabled={!isReady}
          onChange={(event) => setText(event.currentTarget.value)}
          onPaste={paste}
        />
        {files.length === 0 ? null : (
          <ul className={styles.attached} aria-label={discussion.attached}>
            {files.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                onRetry={() => attachments.retry(file)}
                onReplace={() => void replace(file)}
                onRemove={() => {
                  void attachments.remove(file);
                  field.current?.focus();
                }}
              />
            ))}
          </ul>
        )}
        {isUploading ? (
          <p id={`${id}-wait`} className={styles.soft}>
            {discussion.waitsForFiles}
          </p>
        ) : null}
        <div className={styles.actions}>
          <Button
            variant="secondary"
            disabled={!attachments.isReady || isFull}
            onClick={() => void picker.pick({ multiple: true }).then(attach)}
          >
            {discussion.attach}
          </Button>
          {participants.length === 0 ? null : (
            <Menu
              trigger={<Button variant="secondary">{discussion.mention}</Button>}
              items={participants.map(({ fid, name }) => ({ id: fid, label: name }))}
              onSelect={mention}
              finalFocus={field}
            />
          )}
          <Button
            type="submit"
            variant="primary"
            loading={isPending}
            disabled={isEmpty || isUploading || !canSend}
            aria-describedby={isUploading ? `${id}-wait` : undefined}
          >
            {discussion.send}
          </Button>
        </div>
      </form>
    </DropZone>
  );
}
