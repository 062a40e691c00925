import { limits } from '@sealflow/domain/limits';
import { useEffect, useState } from 'react';
import { useApi } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useBadges } from './badges.store.ts';

/**
 * Shows a badge on the app's icon while messages are unread: the constant of section 9, or their number where the
 * deployment chooses that. Section 5 forbids a badge before consent; no user is signed in before that.
 */
export function useAppBadge(): void {
  const api = useApi();
  const { appBadge } = usePlatform();
  const unread = useBadges(({ messages }) => messages);
  const [isCountShown, setCountShown] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    api
      .call('GET /api/v1/push/badge', { signal: controller.signal })
      .then(({ badge }) => setCountShown(badge === 'count'))
      // Without an answer the constant is shown.
      .catch(() => undefined);
    return () => controller.abort();
  }, [api]);
  const badgeValue = isCountShown ? unread : limits.unreadMessagesBadgeCount;
  useEffect(() => {
    void appBadge.show(unread > 0 ? badgeValue : 0);
  }, [appBadge, unread, badgeValue]);
  useEffect(() => () => void appBadge.show(0), [appBadge]);
}
