import { useTexts } from '../i18n/index.ts';
import { Button } from './button.component.tsx';
import styles from './conflict-dialog.module.css';
import { Modal } from './modal.component.tsx';

export type FieldVersions = { readonly label: string; readonly theirs: string; readonly mine: string };

type ConflictDialogProps = {
  /** Fields whose versions differ. */
  readonly fields: readonly FieldVersions[];
  readonly onTakeTheirs: () => void;
  readonly onOverwrite: () => void;
  readonly onClose: () => void;
};

/** Shows the two versions of an object that another administrator changed meanwhile. Nothing is overwritten unasked. */
export function ConflictDialog({ fields, onTakeTheirs, onOverwrite, onClose }: ConflictDialogProps) {
  const { common } = useTexts();
  const texts = common.changedMeanwhile;
  return (
    <Modal
      role="alertdialog"
      title={texts.title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onTakeTheirs}>{texts.takeTheirs}</Button>
          <Button kind="danger" onPress={onOverwrite}>
            {texts.overwrite}
          </Button>
        </>
      }
    >
      <p>{texts.text}</p>
      <table className={styles.versions}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.theirs}</th>
            <th scope="col">{texts.mine}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ label, theirs, mine }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{theirs === '' ? common.none : theirs}</td>
              <td>{mine === '' ? common.none : mine}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}
