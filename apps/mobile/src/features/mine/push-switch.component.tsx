import { useTexts } from '../../i18n/index.ts';
import { usePush } from '../../platform/push/index.ts';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import { Switch } from '../../ui/switch.component.tsx';

/** Turns push notifications to this device on or off; turning them on requests the browser's permission. */
export function PushSwitch() {
  const { mine, notices } = useTexts();
  const { state, turnOn, turnOff } = usePush();
  const change = async (on: boolean) => {
    const outcome = on
      ? await turnOn()
      : await turnOff().then(
          () => 'off' as const,
          () => 'failed' as const,
        );
    if (outcome === 'waiting') showSnackbar({ color: 'info', text: notices.pushWaiting });
    if (outcome === 'failed') showSnackbar({ color: 'error', text: notices.pushFailed });
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
