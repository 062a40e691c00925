import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTexts } from '../../i18n/index.ts';
import { usePush } from '../../platform/push/index.ts';
import { Switch } from '../../ui/switch.component.tsx';

/** Pushes to this device; turning them on asks the browser's permission. */
export function PushSwitch() {
  const { mine } = useTexts();
  const { state, turnOn, turnOff } = usePush();
  const change = async (on: boolean) => {
    const failed = on
      ? (await turnOn()) === 'failed'
      : await turnOff().then(
          () => false,
          () => true,
        );
    if (failed) showSnackbar({ color: 'error', text: mine.pushFailed });
  };
  return (
    <Switch
      label={mine.push}
      detail={mine.pushHints[state]}
      checked={state === 'on'}
      disabled={state === 'unsupported' || state === 'denied'}
      busy={state === 'busy'}
      onChange={(on) => void change(on)}
    />
  );
}
