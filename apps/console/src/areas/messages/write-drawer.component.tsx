import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Checkbox, TextInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { Section } from '../../kit/page.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { AudienceFields } from './audience-fields.component.tsx';
import { MessagePreview } from './message-preview.component.tsx';
import styles from './messages.module.css';
import { useRecipientCount, useSendPost } from './messages.queries.ts';
import { type DraftFaults, draftFaults, emptyDraft, limits, toAudience, toPost } from './post-draft.rules.ts';

const types = ['announcement', 'text', 'text_voice'] as const;

/** Writes a message in one or both languages, shows it as the app will, and sends it now or later. */
export function WriteDrawer({ onClose }: { readonly onClose: () => void }) {
  const { messages: texts, common } = useTexts();
  const tid = useTenantID();
  const errorText = useErrorText();
  const send = useSendPost(tid);
  const [draft, setDraft] = useState(emptyDraft);
  // Null until the first attempt to send.
  const [faults, setFaults] = useState<DraftFaults | null>(null);
  // A second press and a repeated request send one message.
  const [key] = useState(() => crypto.randomUUID());
  const change = (part: Partial<typeof draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    if (faults !== null) setFaults(draftFaults(next, Date.now()));
  };
  const audience = toAudience(draft.audience);
  const recipients = useRecipientCount(tid, audience);
  const faultText = (field: keyof DraftFaults) => {
    const code = faults?.[field];
    return code && texts.faults[code];
  };
  const submit = () => {
    const found = draftFaults(draft, Date.now());
    setFaults(found);
    if (Object.values(found).some((fault) => fault !== undefined)) return;
    send.mutate(
      { post: toPost(draft), key },
      {
        onSuccess: ({ state }) => {
          showToast({ color: 'success', text: state === 'scheduled' ? texts.scheduled : texts.sent });
          onClose();
        },
      },
    );
  };
  return (
    <Drawer
      title={texts.write}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="primary" isDisabled={send.isPending} onPress={submit}>
            {draft.isLater ? texts.schedule : texts.send}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <SelectInput
          label={texts.type}
          value={draft.type}
          onChange={(type) => change({ type })}
          options={types.map((id) => ({ id, label: texts.types[id], hint: texts.typeHints[id] }))}
        />
        <TextInput
          label={texts.titleZh}
          value={draft.title}
          maxLength={limits.title}
          onChange={(title) => change({ title })}
        />
        <TextInput
          label={texts.textZh}
          value={draft.text}
          rows={4}
          maxLength={limits.text}
          error={faultText('content')}
          onChange={(text) => change({ text })}
        />
        <Checkbox isSelected={draft.hasEnglish} onChange={(hasEnglish) => change({ hasEnglish })}>
          {texts.withEnglish}
        </Checkbox>
        {draft.hasEnglish ? (
          <>
            <TextInput
              label={texts.titleEn}
              value={draft.titleEn}
              maxLength={limits.title}
              onChange={(titleEn) => change({ titleEn })}
            />
            <TextInput
              label={texts.textEn}
              value={draft.textEn}
              rows={4}
              maxLength={limits.text}
              error={faultText('english')}
              onChange={(textEn) => change({ textEn })}
            />
          </>
        ) : null}
        <Section title={texts.preview}>
          <MessagePreview type={draft.type} title={draft.title} text={draft.text} lang="zh-CN" />
          {draft.hasEnglish ? (
            <MessagePreview type={draft.type} title={draft.titleEn} text={draft.textEn} lang="en" />
          ) : null}
        </Section>
        <AudienceFields tid={tid} value={draft.audience} onChange={(next) => change({ audience: next })} />
        {faultText('audience') === undefined ? null : <Notice kind="error">{faultText('audience')}</Notice>}
        {audience === null || recipients.data === undefined ? null : (
          <output>{texts.reaches(recipients.data)}</output>
        )}
        <Checkbox isSelected={draft.isLater} onChange={(isLater) => change({ isLater })}>
          {texts.later}
        </Checkbox>
        {draft.isLater ? (
          <TextInput
            label={texts.sendAt}
            type="datetime-local"
            value={draft.sendAt}
            hint={texts.sendAtHint}
            error={faultText('sendAt')}
            onChange={(sendAt) => change({ sendAt })}
          />
        ) : null}
        {send.error === null ? null : <Notice kind="error">{errorText(send.error)}</Notice>}
      </div>
    </Drawer>
  );
}
