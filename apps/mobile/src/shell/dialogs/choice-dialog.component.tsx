import { CheckIcon } from '@sealflow/ui/icons.component.tsx';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import styles from './choice-dialog.module.css';

type ChoiceDialogProps<Id extends string> = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id | null;
  readonly onChoose: (id: Id) => void;
};

/** A dialog with a short list of options. */
export function ChoiceDialog<Id extends string>(props: ChoiceDialogProps<Id>) {
  const { open, onClose, title, options, value, onChoose } = props;
  const { common } = useTexts();
  return (
    <Dialog
      open={open}
      title={title}
      onDismiss={onClose}
      actions={<Button onClick={onClose}>{common.cancel}</Button>}
    >
      <List className={styles.choices}>
        {options.map(({ id, label }) => (
          <ListRow
            key={id}
            title={label}
            selected={id === value}
            trailing={id === value ? <CheckIcon size={20} /> : undefined}
            onPress={() => {
              onClose();
              onChoose(id);
            }}
          />
        ))}
      </List>
    </Dialog>
  );
}
