import { useCallback, useEffect } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import { useApi } from '../api/index.ts';
import { usePlatform } from '../platform.hook.ts';
import type { NetworkPort } from '../ports/network.port.ts';
import { useSignedIn } from '../session/index.ts';
import { parsePushSetting, retryRegistration, usePushStore } from './push.store.ts';
import { endPush, registerUntilSuccess, turnOnPush } from './registration.usecases.ts';

export type PushState = 'unsupported' | 'denied' | 'off' | 'on' | 'busy';

/** The result of turning push messages on; `waiting` is retried automatically. */
type TurnOnResult = 'on' | 'waiting' | 'denied' | 'failed';

/** Push messages to this device, in the form of a switch. */
export function usePush() {
  const platform = usePlatform();
  const api = useApi();
  const accountId = useSignedIn().account.aid;
  const language = useLanguage();
  const { permission, wanted, busy } = usePushStore();

  /** Shows the permission prompt, so it must follow a press. */
  const turnOn = useCallback(async (): Promise<TurnOnResult> => {
    usePushStore.setState({ busy: true });
    try {
      const answer = await platform.push.requestPermission();
      usePushStore.setState({ permission: answer });
      if (answer !== 'granted') return 'denied';
      const outcome = await turnOnPush({ api, platform, accountId, language });
      if (outcome !== 'failed') usePushStore.setState({ wanted: true });
      if (outcome === 'waiting') retryRegistration();
      return outcome;
    } catch {
      return 'failed';
    } finally {
      usePushStore.setState({ busy: false });
    }
  }, [platform, api, accountId, language]);

  const turnOff = useCallback(async (): Promise<void> => {
    await platform.preferences.set('push', 'off');
    usePushStore.setState({ wanted: false });
    await endPush({ api, platform });
  }, [platform, api]);

  return { state: stateOf({ permission, wanted, busy }), turnOn, turnOff };
}

type SwitchInput = Omit<ReturnType<typeof usePushStore.getState>, 'retries'>;

function stateOf({ permission, wanted, busy }: SwitchInput): PushState {
  if (busy) return 'busy';
  if (permission === 'unsupported' || permission === 'denied') return permission;
  return permission === 'granted' && wanted === true ? 'on' : 'off';
}

const createWait =
  (network: NetworkPort, signal: AbortSignal) =>
  (ms: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        unsubscribe();
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      const timer = setTimeout(end, ms);
      const unsubscribe = network.subscribe((online) => {
        if (online) end();
      });
      signal.addEventListener('abort', end, { once: true });
    });

/**
 * After a sign-in: registers the device if the user wants push messages, again after a language change, until it
 * succeeds.
 */
export function usePushRegistration(): void {
  const platform = usePlatform();
  const api = useApi();
  const accountId = useSignedIn().account.aid;
  const language = useLanguage();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const start = async () => {
      const [permission, stored] = await Promise.all([
        platform.push.permission(),
        platform.preferences.get('push'),
      ]);
      const wanted = parsePushSetting(stored);
      usePushStore.setState({ permission, wanted });
      if (permission !== 'granted' || wanted !== true) return;
      await registerUntilSuccess(
        { api, platform, accountId, language },
        { signal, wait: createWait(platform.network, signal) },
      );
    };
    start().catch(() => undefined);
    const restart = () => void start().catch(() => undefined);
    const unsubscribe = platform.push.subscribeToToken(restart);
    const unsubscribeFromRetries = usePushStore.subscribe((state, before) => {
      if (state.retries !== before.retries) restart();
    });
    return () => {
      unsubscribe();
      unsubscribeFromRetries();
      controller.abort();
    };
  }, [platform, api, accountId, language]);
}
