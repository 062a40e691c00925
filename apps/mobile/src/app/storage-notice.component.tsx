import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { type StorageLifetime, usePlatform } from '../platform/index.ts';
import { paths } from '../shell/navigation/paths.rules.ts';
import { QuietNotice } from '../shell/notices/quiet-notice.component.tsx';
import { useLocation } from '../shell/router/index.ts';

/** Warns on the documents screen that stored documents may not last, until the user dismisses it. */
export function StorageNotice() {
  const { pathname } = useLocation();
  return pathname === paths.document ? <LifetimeNotice /> : null;
}

function LifetimeNotice() {
  const { storage, preferences } = usePlatform();
  const { notices } = useTexts();
  const [lifetime, setLifetime] = useState<StorageLifetime>('device');

  useEffect(() => {
    let isUnmounted = false;
    const load = async () => {
      const state = await storage.state();
      const dismissed = await preferences.get('storageNotice');
      if (!isUnmounted && dismissed !== state.lifetime) setLifetime(state.lifetime);
    };
    // The documents screen itself reports storage that cannot be opened.
    load().catch(() => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [storage, preferences]);

  if (lifetime === 'device') return null;
  const dismiss = () => {
    setLifetime('device');
    void preferences.set('storageNotice', lifetime);
  };
  return (
    <QuietNotice
      text={notices.storageLifetimes[lifetime]}
      dismiss={{ label: notices.understood, onPress: dismiss }}
    />
  );
}
