import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ActionMenu } from '../../kit/action-menu.component.tsx';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { focusPageTitle } from '../../kit/page-title.util.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import type { Designer } from './designer.hook.ts';

type DesignerActionsProps = { readonly designer: Designer; readonly hasProblems: boolean };

/** Saves, publishes and discards the process that is edited. */
export function DesignerActions({ designer, hasProblems }: DesignerActionsProps) {
  const { flowTypes: texts } = useTexts();
  const errorText = useErrorText();
  const [dialog, setDialog] = useState<'publish' | 'discard' | 'stop' | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { current, edited, isDirty } = designer;
  const { draft, published, enabled, running } = current;
  const close = () => setDialog(null);
  const save = async () => {
    setSaving(true);
    try {
      if (!(await designer.saveDraft())) return;
      showToast({ color: 'success', text: texts.draftStored });
      // The button is disabled until the next change.
      focusPageTitle();
    } catch (error) {
      showToast({ color: 'error', text: errorText(error) });
    } finally {
      setSaving(false);
    }
  };
  const publish = async () => {
    const published = await designer.publish();
    const version = published?.published?.version;
    if (version !== undefined) showToast({ color: 'success', text: texts.published(version) });
  };
  const discard = async () => {
    if (await designer.discard()) showToast({ color: 'success', text: texts.discarded });
  };
  const stop = async () => {
    if (await designer.stop()) showToast({ color: 'success', text: texts.stoppedNow });
  };
  const further = [
    ...(draft === null
      ? []
      : [{ id: 'discard', label: texts.discardDraft, isDanger: true, onAction: () => setDialog('discard') }]),
    ...(enabled
      ? [{ id: 'stop', label: texts.stop, isDanger: true, onAction: () => setDialog('stop') }]
      : []),
  ];
  return (
    <>
      <ActionMenu label={texts.more} actions={further} />
      <Button
        isDisabled={!isDirty || edited.name.trim() === ''}
        isPending={isSaving}
        onPress={() => void save()}
      >
        {texts.saveDraft}
      </Button>
      <Button
        kind="primary"
        isDisabled={hasProblems || (!isDirty && draft === null && enabled)}
        onPress={() => setDialog('publish')}
      >
        {texts.publish}
      </Button>
      {dialog === 'publish' ? (
        <ConfirmDialog
          title={texts.publishTitle(edited.name.trim())}
          confirmLabel={texts.publish}
          onConfirm={publish}
          onClose={close}
        >
          <p>{texts.publishText(running)}</p>
        </ConfirmDialog>
      ) : null}
      {dialog === 'discard' ? (
        <ConfirmDialog
          title={texts.discardTitle}
          confirmLabel={texts.discardDraft}
          isDanger
          onConfirm={discard}
          onClose={close}
        >
          <p>{texts.discardText}</p>
        </ConfirmDialog>
      ) : null}
      {dialog === 'stop' ? (
        <ConfirmDialog
          title={texts.stopTitle}
          confirmLabel={texts.stop}
          typedName={published?.name ?? edited.name}
          isDanger
          onConfirm={stop}
          onClose={close}
        >
          <p>{texts.stopText}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
