import { Snackbar } from '@sealflow/ui/status/snackbar.component.tsx';
import { useEffect, useState } from 'react';
import { hideToast, useToastStore } from '../kit/toasts.store.ts';

/** How long a message stays; one with an action stays longer. Neither leaves while pointer or focus are on it. */
const shownMs = { plain: 5_000, action: 10_000 };

/** The place of the messages that acts leave. */
export function ToastRegion() {
  const toast = useToastStore((store) => store.toast);
  const [isInteracting, setInteracting] = useState(false);
  useEffect(() => {
    if (toast === null || isInteracting) return undefined;
    const timer = setTimeout(hideToast, toast.action ? shownMs.action : shownMs.plain);
    return () => clearTimeout(timer);
  }, [toast, isInteracting]);
  return (
    <Snackbar
      color={toast?.color ?? 'info'}
      text={toast?.text ?? null}
      action={
        toast?.action && {
          label: toast.action.label,
          onPress: () => {
            hideToast();
            toast.action?.onPress();
          },
        }
      }
      onInteractionChange={setInteracting}
    />
  );
}
