import { errorText } from '@sealflow/domain/errors/registry';
import { limits } from '@sealflow/domain/limits';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { AlertIcon, OfflineIcon } from '@sealflow/ui/start-icons.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useEffect, useEffectEvent } from 'react';
import { useFirstTexts, useLanguage } from '../i18n/index.ts';
import { useOnline } from '../shell/online.hook.ts';
import { FallbackScreen } from './fallback-screen.component.tsx';

type LoadFailedProps = { readonly timedOut: boolean; readonly onRetry: () => void };

/** Replaces a screen whose code failed to load. Retries automatically when the network returns. */
export function LoadFailed({ timedOut, onRetry }: LoadFailedProps) {
  const { shell, common } = useFirstTexts();
  const language = useLanguage() === 'zh' ? 'cn' : 'en';
  const online = useOnline();
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const back = () => retry();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);
  const cause = () => {
    if (!online) return errorText('app.offline', language);
    if (timedOut) return errorText('app.timeout', language, { seconds: limits.chunkLoadTimeoutMs / 1000 });
    return shell.screenNotLoaded;
  };
  return (
    <FallbackScreen>
      <div role="alert">
        <EmptyState
          icon={online ? <AlertIcon size={48} /> : <OfflineIcon size={48} />}
          title={cause()}
          hint={online ? shell.screenNotLoadedHint : shell.screenOfflineHint}
          action={<Button onClick={onRetry}>{common.retry}</Button>}
        />
      </div>
    </FallbackScreen>
  );
}
