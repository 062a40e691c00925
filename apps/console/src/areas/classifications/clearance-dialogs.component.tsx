import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { PersonInput } from '../../kit/person-input.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions, type Write } from '../../kit/versions.hook.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import { type ClearanceOfMember, useClassificationActs } from './classifications.queries.ts';

export type ClearanceVersion = Tagged<ClearanceOfMember>;

/** The start of a new clearance, before its person is chosen. */
export const noClearance: ClearanceVersion = { value: { fid: '', name: '', level: null }, tag: '' };

type DialogProps = {
  readonly tid: string;
  readonly version: ClearanceVersion;
  readonly onClose: () => void;
};

/** Sets the clearance of a member. A clearance that someone else has set meanwhile is shown first. */
export function SetClearance({
  tid,
  version,
  levels,
  onClose,
}: DialogProps & { readonly levels: readonly { readonly id: string; readonly label: string }[] }) {
  const { classifications: texts, common } = useTexts();
  const acts = useClassificationActs(tid);
  const { fid, name, level: shown } = version.value;
  const [person, setPerson] = useState(fid === '' ? null : { fid, name });
  const [level, setLevel] = useState(shown === null ? '' : String(shown));
  const [seen, setSeen] = useState(version);
  const chosen = person?.fid ?? '';
  /** Shows the present clearance of a person: it is what the person at the screen changes. */
  const choosePerson = async (one: typeof person) => {
    setPerson(one);
    if (one === null) return;
    const present = await acts.readClearance(one.fid);
    setSeen(present);
    setLevel((typed) => (typed === '' && present.value.level !== null ? String(present.value.level) : typed));
  };
  const versions = useVersions(version, { read: () => acts.readClearance(chosen) });
  const wordsOf = (of: number | null) =>
    [[texts.clearanceLevel, levels.find(({ id }) => id === String(of))?.label ?? String(of ?? '')]] as const;
  const write: Write<ClearanceOfMember> = ({ tag }) => acts.setClearance(chosen, Number(level), tag);
  const finish = useFinish(onClose);
  if (versions.theirs !== null) {
    return (
      <VersionsDialog
        versions={versions}
        wordsOf={(one) => wordsOf(one.level)}
        mine={wordsOf(Number(level))}
        onWritten={finish}
        onTaken={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={texts.setClearance}
      confirmLabel={common.save}
      isDisabled={person === null || level === ''}
      onConfirm={async () => {
        // The present clearance may still be loading, or failed to load.
        const current = seen.value.fid === chosen ? seen : await acts.readClearance(chosen);
        if (await versions.attempt(() => write(current))) return finish();
        return false;
      }}
      onClose={onClose}
    >
      <PersonInput
        tid={tid}
        label={texts.person}
        value={person}
        onChange={(one) => void choosePerson(one).catch(() => undefined)}
      />
      <SelectInput
        label={texts.clearanceLevel}
        value={level === '' ? null : level}
        onChange={setLevel}
        options={levels}
      />
    </ConfirmDialog>
  );
}

/** Asks before a clearance is removed. */
export function RemoveClearance({ tid, version, onClose }: DialogProps) {
  const { classifications: texts, common } = useTexts();
  const acts = useClassificationActs(tid);
  const { fid, name } = version.value;
  const versions = useVersions(version, { read: () => acts.readClearance(fid) });
  const finish = useFinish(onClose);
  if (versions.theirs !== null) {
    return (
      <VersionsDialog
        versions={versions}
        wordsOf={({ level }) => [[texts.clearanceLevel, String(level ?? '')]]}
        act={common.remove}
        onWritten={finish}
        onTaken={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={texts.removeClearanceOf(name)}
      confirmLabel={common.remove}
      isDanger
      onConfirm={async () => {
        const isDone = await versions.attempt(({ tag }) => acts.removeClearance(fid, tag));
        if (isDone) finish();
        return isDone;
      }}
      onClose={onClose}
    >
      <p>{texts.removeClearanceHint}</p>
    </ConfirmDialog>
  );
}

/** Says that the change is saved, and closes the dialog. */
function useFinish(onClose: () => void): () => void {
  const { common } = useTexts();
  return () => {
    showToast({ color: 'success', text: common.saved });
    onClose();
  };
}
