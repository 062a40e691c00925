import { useEffect, useRef } from 'react';
import { useFirstTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { Dialog } from '../../ui/dialog.component.tsx';
import { useConfirmStore } from './confirm.store.ts';
import { useLayer } from './layer.hook.ts';

/** Draws the question of `confirm` and gives its history entry a life as long as the question's. */
export function ConfirmHost() {
  const pending = useConfirmStore((state) => state.pending);
  const { isOpen, open, close } = useLayer('confirm');
  const { common } = useFirstTexts();
  const answer = useRef(false);
  const phase = useRef<'idle' | 'opening' | 'open'>('idle');

  useEffect(() => {
    if (isOpen && pending !== null) {
      phase.current = 'open';
    } else if (isOpen) {
      // A reload kept the history entry, but nobody waits for an answer any more.
      close();
    } else if (phase.current === 'open') {
      phase.current = 'idle';
      useConfirmStore.setState({ pending: null });
      pending?.answer(answer.current);
    } else if (phase.current === 'idle' && pending !== null) {
      phase.current = 'opening';
      answer.current = false;
      open();
    }
  }, [isOpen, pending, open, close]);

  const decide = (yes: boolean) => {
    answer.current = yes;
    close();
  };
  return (
    <Dialog
      open={isOpen && pending !== null}
      title={pending?.title ?? ''}
      onDismiss={() => decide(false)}
      actions={
        <>
          <Button onClick={() => decide(false)}>{pending?.cancelLabel ?? common.cancel}</Button>
          <Button look={pending?.danger === true ? 'danger' : 'primary'} onClick={() => decide(true)}>
            {pending?.confirmLabel ?? common.ok}
          </Button>
        </>
      }
    >
      {typeof pending?.text === 'string' ? <p>{pending.text}</p> : pending?.text}
    </Dialog>
  );
}
