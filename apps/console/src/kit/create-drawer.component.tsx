import type { ReactNode } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.component.tsx';
import { Drawer } from './drawer.component.tsx';
import { Notice } from './notice.component.tsx';
import { OneTimeSecret } from './one-time-secret.component.tsx';

type CreateDrawerProps = {
  readonly title: string;
  /** Id of the form that the drawer contains. */
  readonly formID: string;
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The form of a new object in a drawer. */
export function CreateDrawer({ title, formID, isDisabled = false, onClose, children }: CreateDrawerProps) {
  const { common } = useTexts();
  return (
    <Drawer
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" form={formID} kind="primary" isDisabled={isDisabled}>
            {common.create}
          </Button>
        </>
      }
    >
      {children}
    </Drawer>
  );
}

type CreatedDrawerProps = {
  readonly title: string;
  /** The one-time password of the created account; null if it has none. */
  readonly password: string | null;
  readonly passwordLabel: string;
  readonly passwordHint: string;
  /** What is shown if there is no password. */
  readonly noPassword: string;
  readonly onClose: () => void;
};

/** What was created, with the one-time password that the service shows once. */
export function CreatedDrawer(props: CreatedDrawerProps) {
  const { common } = useTexts();
  return (
    <Drawer
      title={props.title}
      onClose={props.onClose}
      footer={
        <Button kind="primary" onPress={props.onClose}>
          {common.done}
        </Button>
      }
    >
      {props.password === null ? (
        <Notice kind="info">{props.noPassword}</Notice>
      ) : (
        <OneTimeSecret label={props.passwordLabel} hint={props.passwordHint} values={[props.password]} />
      )}
    </Drawer>
  );
}
