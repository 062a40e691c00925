import { useTexts } from '../i18n/index.ts';
import { usePlatform } from '../platform/index.ts';
import { usePush, usePushStore } from '../platform/push/index.ts';
import { paths } from '../shell/navigation/paths.rules.ts';
import { QuietNotice } from '../shell/notices/quiet-notice.component.tsx';
import { showSnackbar } from '../shell/notices/snackbar.store.ts';
import { useLocation } from '../shell/router/index.ts';

/** Offers push messages once, below the session list: the browser's own prompt appears only after a press here. */
export function PushOffer() {
  const { permission, wanted } = usePushStore();
  const { preferences } = usePlatform();
  const { pathname } = useLocation();
  const { notices } = useTexts();
  const { state, turnOn } = usePush();
  const isOpen = permission === 'prompt' || state === 'busy';
  if (!isOpen || wanted !== null || pathname !== paths.sessionlist) return null;
  const decline = async () => {
    await preferences.set('push', 'off');
    usePushStore.setState({ wanted: false });
  };
  const accept = async () => {
    const outcome = await turnOn();
    if (outcome === 'denied') showSnackbar({ color: 'info', text: notices.pushDenied });
    if (outcome === 'waiting') showSnackbar({ color: 'info', text: notices.pushWaiting });
    if (outcome === 'failed') showSnackbar({ color: 'error', text: notices.pushFailed });
  };
  return (
    <QuietNotice
      text={notices.offerPush}
      dismiss={{ label: notices.notNow, onPress: () => void decline() }}
      action={{ label: notices.turnOn, busy: state === 'busy', onPress: () => void accept() }}
    />
  );
}
