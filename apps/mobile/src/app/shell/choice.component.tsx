import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { Dialog } from '../../ui/dialog.component.tsx';
import { CheckIcon } from '../../ui/icons.component.tsx';
import { List, ListRow } from '../../ui/list.component.tsx';
import styles from './choice.module.css';
import { useLayer } from './layer.hook.ts';

type ChoiceProps<Id extends string> = {
  /** The name of its layer; one opens it with `useLayer(name).open`. */
  readonly name: string;
  readonly title: string;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id | null;
  readonly onChoose: (id: Id) => void;
};

/** A short list to choose one from, as a layer over the screen. */
export function ChoiceLayer<Id extends string>({ name, title, options, value, onChoose }: ChoiceProps<Id>) {
  const { isOpen, close } = useLayer(name);
  const { common } = useTexts();
  return (
    <Dialog
      open={isOpen}
      title={title}
      onDismiss={close}
      actions={<Button onClick={close}>{common.cancel}</Button>}
    >
      <List className={styles.choices}>
        {options.map(({ id, label }) => (
          <ListRow
            key={id}
            title={label}
            selected={id === value}
            trailing={id === value ? <CheckIcon size={20} /> : undefined}
            onPress={() => {
              close();
              onChoose(id);
            }}
          />
        ))}
      </List>
    </Dialog>
  );
}
