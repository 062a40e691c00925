import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useErrorText } from '../platform/api.hook.ts';
import { Button } from './button.component.tsx';
import { ConfirmDialog } from './confirm-dialog.component.tsx';
import { Drawer } from './drawer.component.tsx';
import styles from './form.module.css';
import { Notice } from './notice.component.tsx';

type FormDrawerProps = {
  readonly title: string;
  readonly submitLabel: string;
  /** Whether closing loses what the person typed. */
  readonly isDirty: boolean;
  readonly isPending: boolean;
  /** Why the last request failed; null for none. */
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A form in a drawer. It asks before typed values are discarded. */
export function FormDrawer(props: FormDrawerProps) {
  const { common } = useTexts();
  const errorText = useErrorText();
  const formID = useId();
  const [isAsking, setAsking] = useState(false);
  const close = () => (props.isDirty ? setAsking(true) : props.onClose());
  return (
    <Drawer
      title={props.title}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{common.cancel}</Button>
          <Button kind="primary" type="submit" form={formID} isPending={props.isPending}>
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formID}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!props.isPending) props.onSubmit();
        }}
      >
        {props.children}
        {props.error === null ? null : <Notice kind="error">{errorText(props.error)}</Notice>}
      </form>
      {isAsking ? (
        <ConfirmDialog
          title={common.unsaved.title}
          confirmLabel={common.unsaved.discard}
          isDanger
          onConfirm={async () => props.onClose()}
          onClose={() => setAsking(false)}
        >
          {common.unsaved.text}
        </ConfirmDialog>
      ) : null}
    </Drawer>
  );
}
