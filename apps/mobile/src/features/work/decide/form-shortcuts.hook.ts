import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from '../../../shell/router/index.ts';
import { useShortcutProps } from '../../../shell/shortcuts/shortcut-props.hook.ts';
import { useShortcut } from '../../../shell/shortcuts/shortcuts.store.ts';
import type { DecisionAction } from '../flow-address.rules.ts';

type RemarkState = { readonly withRemark?: boolean };

type FormOptions = {
  readonly action: DecisionAction;
  readonly label: string;
  /** Whether the stored remark has been read; a press before that waits for it. */
  readonly isReady: boolean;
  /** Null if the form cannot be sent. */
  readonly submit: (() => void) | null;
};

/**
 * The shortcuts of a decision's form: the key that opened it confirms it, so that no single press decides.
 */
export function useFormShortcuts({ action, label, isReady, submit }: FormOptions) {
  const { state } = useLocation();
  const remarkField = useRef<HTMLTextAreaElement>(null);
  const startsInRemark = (state as RemarkState | null)?.withRemark === true;
  useEffect(() => {
    if (startsInRemark) remarkField.current?.focus();
  }, [startsInRemark]);
  const [isPressed, setPressed] = useState(false);
  const submitNow = useRef(submit);
  useLayoutEffect(() => {
    submitNow.current = submit;
  });
  useEffect(() => {
    if (isPressed && isReady) submitNow.current?.();
  }, [isPressed, isReady]);
  const press = submit === null ? null : () => (isReady ? submit() : setPressed(true));
  useShortcut('approve', action === 'approve' ? press : null);
  useShortcut('reject', action === 'reject' ? press : null);
  useShortcut('send', press);
  useShortcut('remark', () => remarkField.current?.focus());
  const name = action === 'approve' || action === 'reject' ? action : 'send';
  return { remarkField, confirmProps: useShortcutProps(name, label) };
}
