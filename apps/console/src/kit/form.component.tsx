import type { ReactNode } from 'react';
import { useErrorText } from '../platform/api.hook.ts';
import { Notice } from './notice.component.tsx';

type FormProps = {
  /** For a button elsewhere that submits the form. */
  readonly id: string;
  /** A form that is being sent does not submit again. */
  readonly isPending?: boolean;
  /** Why the last request failed; null for none. */
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
};

/** Fields with the error of the last request below them. */
export function Form({ id, isPending = false, error, onSubmit, children }: FormProps) {
  const errorText = useErrorText();
  return (
    <form
      id={id}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) onSubmit();
      }}
    >
      {children}
      {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
    </form>
  );
}
