import { Snackbar } from '../../ui/snackbar.component.tsx';
import { useSnackbarStore } from './snackbar.store.ts';

export function SnackbarHost() {
  const message = useSnackbarStore((state) => state.message);
  const action = message?.action;
  return (
    <Snackbar
      color={message?.color ?? 'info'}
      text={message?.text ?? null}
      action={
        action && {
          label: action.label,
          onPress: () => {
            useSnackbarStore.setState({ message: null });
            action.onPress();
          },
        }
      }
    />
  );
}
