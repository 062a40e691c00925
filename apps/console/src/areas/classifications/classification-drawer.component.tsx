import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Switch, TextInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import styles from './classifications.module.css';
import {
  type Classification,
  useAffectedDocuments,
  useClassificationActs,
} from './classifications.queries.ts';

type ClassificationDrawerProps = {
  readonly tid: string;
  /** Null for a new one. */
  readonly classification: Classification | null;
  readonly onClose: () => void;
};

const maxLevel = 1000;
const maxLeaseHours = 8760;
const obligations = ['watermark', 'noDownload', 'noCapture', 'excludesBrowsers'] as const;

const initial = {
  name: '',
  level: 0,
  watermark: true,
  noDownload: false,
  noCapture: false,
  excludesBrowsers: false,
  leaseSeconds: null,
  isDefault: false,
} as const;

const isWhole = (text: string, [least, most]: readonly [number, number]) =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

/** Creates, changes or deletes a classification, and states how many documents that affects. */
export function ClassificationDrawer({ tid, classification, onClose }: ClassificationDrawerProps) {
  const { classifications: texts, common } = useTexts();
  const errorText = useErrorText();
  const acts = useClassificationActs(tid);
  const first = classification ?? initial;
  const [name, setName] = useState<string>(first.name);
  const [level, setLevel] = useState(String(first.level));
  const [hours, setHours] = useState(first.leaseSeconds === null ? '' : String(first.leaseSeconds / 3600));
  const [flags, setFlags] = useState<Record<(typeof obligations)[number], boolean>>({
    watermark: first.watermark,
    noDownload: first.noDownload,
    noCapture: first.noCapture,
    excludesBrowsers: first.excludesBrowsers,
  });
  const [isDefault, setDefault] = useState<boolean>(first.isDefault);
  const [isPending, setPending] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isLevelRight = isWhole(level, [0, maxLevel]);
  const isLeaseKept =
    classification?.leaseSeconds != null && hours === String(classification.leaseSeconds / 3600);
  const isLeaseRight = hours === '' || isLeaseKept || isWhole(hours, [1, maxLeaseHours]);
  const isRight = name.trim() !== '' && isLevelRight && isLeaseRight;
  const save = async () => {
    setPending(true);
    setError(null);
    const terms = {
      name: name.trim(),
      level: Number(level),
      leaseSeconds: hours === '' ? null : Math.round(Number(hours) * 3600),
      ...flags,
    };
    try {
      if (classification === null) await acts.create({ ...terms, isDefault });
      else {
        const becomesDefault = isDefault && !classification.isDefault;
        await acts.change(classification.id, { ...terms, ...(becomesDefault ? { isDefault: true } : {}) });
      }
      showToast({ color: 'success', text: classification === null ? common.created : common.saved });
      onClose();
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <Drawer
      title={classification === null ? texts.create : classification.name}
      onClose={onClose}
      footer={
        <>
          {classification === null || classification.isDefault ? null : (
            <Button kind="danger" onPress={() => setDeleting(true)}>
              {common.delete}
            </Button>
          )}
          <Button kind="primary" isDisabled={!isRight} isPending={isPending} onPress={() => void save()}>
            {common.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {classification === null ? null : <Affected tid={tid} id={classification.id} />}
        <TextInput label={texts.name} value={name} onChange={setName} isRequired maxLength={100} />
        <TextInput
          label={texts.level}
          hint={texts.levelHint}
          value={level}
          onChange={setLevel}
          inputMode="numeric"
          error={isLevelRight ? undefined : texts.levelWrong}
        />
        <TextInput
          label={texts.leaseHours}
          hint={texts.leaseHint}
          value={hours}
          onChange={setHours}
          inputMode="numeric"
          error={isLeaseRight ? undefined : texts.leaseWrong}
        />
        {obligations.map((one) => (
          <Switch
            key={one}
            isSelected={flags[one]}
            onChange={(isSelected) => setFlags({ ...flags, [one]: isSelected })}
          >
            {texts[one]}
          </Switch>
        ))}
        <Switch isSelected={isDefault} onChange={setDefault} isDisabled={first.isDefault}>
          {texts.makeDefault}
        </Switch>
        {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
      </div>
      {isDeleting && classification !== null ? (
        <ConfirmDialog
          title={texts.deleteOne(classification.name)}
          confirmLabel={common.delete}
          typedName={classification.name}
          isDanger
          onConfirm={async () => {
            await acts.remove(classification.id);
            showToast({ color: 'success', text: common.deleted });
            onClose();
          }}
          onClose={() => setDeleting(false)}
        >
          <Affected tid={tid} id={classification.id} />
          <p>{texts.deleteHint}</p>
        </ConfirmDialog>
      ) : null}
    </Drawer>
  );
}

function Affected({ tid, id }: { readonly tid: string; readonly id: string }) {
  const { classifications: texts } = useTexts();
  const { data } = useAffectedDocuments(tid, id);
  return <Notice kind="info">{data === undefined ? texts.counting : texts.affects(data)}</Notice>;
}
