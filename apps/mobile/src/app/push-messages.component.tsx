import { useEffect } from 'react';
import { usePlatform } from '../platform/index.ts';
import { emitPushMessage } from '../platform/push/push-events.util.ts';
import { useNavigate } from '../shell/router/index.ts';

/**
 * Announces messages that arrive, and opens the screen of a pressed notification: also before the sign-in, after which the
 * screen opens.
 */
export function PushMessages() {
  const { push } = usePlatform();
  const navigate = useNavigate();
  useEffect(
    () =>
      push.subscribeToMessages((message) => {
        if (message.kind === 'push') emitPushMessage(message.note);
        else navigate(message.path);
      }),
    [push, navigate],
  );
  return null;
}
