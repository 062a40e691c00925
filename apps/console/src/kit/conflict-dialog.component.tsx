import { useTexts } from '../i18n/index.ts';
import { useErrorText } from '../platform/api.hook.ts';
import { Button } from './button.component.tsx';
import styles from './conflict-dialog.module.css';
import { Modal } from './modal.component.tsx';
import { showToast } from './toasts.store.ts';
import type { Versions } from './versions.hook.ts';

/** A field in words. A picture is its data URL. */
export type FieldVersions = { readonly label: string; readonly theirs: string; readonly mine: string };

type ConflictDialogProps = {
  /** Fields of both versions. Those that do not differ are left out. */
  readonly fields: readonly FieldVersions[];
  /** The words for an act on an object; without it the own version is a form. */
  readonly act?: string | undefined;
  readonly onTakeTheirs: () => void;
  readonly onOverwrite: () => void;
  readonly onClose: () => void;
};

/** Shows the two versions of an object that another administrator changed meanwhile. Nothing is overwritten unasked. */
export function ConflictDialog({ fields, act, onTakeTheirs, onOverwrite, onClose }: ConflictDialogProps) {
  const { common } = useTexts();
  const texts = common.changedMeanwhile;
  const show = (label: string, text: string) => {
    if (text.startsWith('data:image/')) return <img className={styles.picture} src={text} alt={label} />;
    return text === '' ? common.none : text;
  };
  return (
    <Modal
      role="alertdialog"
      title={texts.title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onTakeTheirs}>{act === undefined ? texts.takeTheirs : texts.doNothing}</Button>
          <Button kind="danger" onPress={onOverwrite}>
            {act === undefined ? texts.overwrite : texts.actAnyway(act)}
          </Button>
        </>
      }
    >
      <p>{act === undefined ? texts.text : texts.actText}</p>
      <table className={styles.versions}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.theirs}</th>
            <th scope="col">{act === undefined ? texts.mine : texts.seen}</th>
          </tr>
        </thead>
        <tbody>
          {fields
            .filter(({ theirs, mine }) => theirs !== mine)
            .map(({ label, theirs, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{show(label, theirs)}</td>
                <td>{show(label, mine)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Modal>
  );
}

type VersionsDialogProps<T> = {
  readonly versions: Versions<T>;
  /** A version in words, in the order of the fields. */
  readonly wordsOf: (version: T) => readonly (readonly [label: string, text: string])[];
  /** What the form has now, in words; without it the person saw the version that the act started from. */
  readonly mine?: readonly (readonly [label: string, text: string])[];
  readonly act?: string;
  /** Runs after the own version was written. */
  readonly onWritten: () => void;
  /** Runs after the person took the current version. */
  readonly onTaken?: () => void;
};

/** The dialog of `useVersions`: both versions while they are compared, otherwise nothing. */
export function VersionsDialog<T>({
  versions,
  wordsOf,
  mine = wordsOf(versions.base.value),
  act,
  onWritten,
  onTaken,
}: VersionsDialogProps<T>) {
  const errorText = useErrorText();
  if (versions.theirs === null) return null;
  const own = new Map(mine);
  const theirs = new Map(wordsOf(versions.theirs.value));
  const overwrite = async () => {
    try {
      if (await versions.overwrite()) onWritten();
    } catch (error) {
      showToast({ color: 'error', text: errorText(error) });
    }
  };
  return (
    <ConflictDialog
      act={act}
      fields={[...new Map([...own, ...theirs]).keys()].map((label) => ({
        label,
        theirs: theirs.get(label) ?? '',
        mine: own.get(label) ?? '',
      }))}
      onTakeTheirs={() => {
        versions.takeTheirs();
        onTaken?.();
      }}
      onOverwrite={() => void overwrite()}
      onClose={versions.close}
    />
  );
}
