import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { RenewedConsent } from '../features/auth/agreements/renewed-consent.component.tsx';
import { UpdateLayer } from '../features/updates/update-layer.component.tsx';
import { DecisionQueue } from '../features/work/queue/decision-queue.component.tsx';
import { fetchFileToken } from '../platform/api/file-token.client.ts';
import { useDocumentsContext } from '../platform/documents/documents-context.hook.ts';
import { deleteWithdrawnLicences } from '../platform/documents/withdrawals.usecases.ts';
import { usePlatform } from '../platform/index.ts';
import { type SendApplication, useOutboxSender, useOutboxStore } from '../platform/outbox/index.ts';
import { usePushRegistration } from '../platform/push/index.ts';
import { useTenant } from '../platform/session/index.ts';
import { endFlowDownloads, resumeFlowDownloads } from '../platform/transfers/flow-downloads.store.ts';
import { useAppBadge, useBadgePoll } from '../shell/badges/badges.hook.ts';
import { ContextMenuHost } from '../shell/lists/context-menu-host.component.tsx';
import { useLiveQueries } from '../shell/live-queries.hook.ts';
import { useRightsUnavailableTip } from '../shell/notices/rights-unavailable.component.tsx';
import { useOnline } from '../shell/online.hook.ts';
import { EnginePreload } from './engine-preload.component.tsx';
import { useImportNotice } from './import-notice.hook.ts';
import { InSteps } from './in-steps.component.tsx';
import { useIncomingFiles } from './incoming-files.hook.ts';
import { ShortcutLayer } from './keys/shortcut-layer.component.tsx';
import { PushOffer } from './push-offer.component.tsx';
import { SilentErrorBoundary } from './silent-error-boundary.component.tsx';
import { StorageNotice } from './storage-notice.component.tsx';
import { StoragePermission } from './storage-permission.component.tsx';
import { TextIndexRemoval } from './text-index-removal.component.tsx';
import { WebUpdateNotice } from './web-update-notice.component.tsx';

/**
 * The steps after a sign-in, in the order of section 4. Each has an error boundary: a failure in one does not stop
 * the others. The session has already done the middle of that list, because nothing is shown before it: the user, the
 * tabs of their roles, their rights and the first page (`platform/session`, `enter`). `signOut` in `platform/session`
 * reverts all of it: these steps end, the push alias is removed and stored data is deleted.
 */
export default function AfterLogin({ client }: { readonly client: QueryClient }) {
  return (
    <InSteps>
      <SilentErrorBoundary>
        <RightsTip />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <ShortcutLayer />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <DecisionQueue />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <ContextMenuHost />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <RenewedConsent />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <UpdateLayer />
        <WebUpdateNotice />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <IncomingFiles />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <Push />
        <PushOffer />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <StorageNotice />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <FileToken />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <Withdrawals />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <StoragePermission />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <EnginePreload />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <TextIndexRemoval />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <Badges client={client} />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <WaitingDecisions client={client} />
      </SilentErrorBoundary>
    </InSteps>
  );
}

function RightsTip() {
  useRightsUnavailableTip();
  return null;
}

function IncomingFiles() {
  useIncomingFiles();
  useImportNotice();
  return null;
}

/**
 * Clears shown notifications when the app becomes visible, and after each decision: the notification of a task that arrived while
 * the app is visible is replaced by no other.
 */
function useClearedNotices(): void {
  const { push } = usePlatform();
  useEffect(() => {
    const clear = () => {
      if (document.visibilityState === 'visible') push.clearNotices().catch(() => undefined);
    };
    clear();
    document.addEventListener('visibilitychange', clear);
    const unsubscribe = useOutboxStore.subscribe(({ entries }, before) => {
      if (entries.length > before.entries.length) clear();
    });
    return () => {
      document.removeEventListener('visibilitychange', clear);
      unsubscribe();
    };
  }, [push]);
}

function Push() {
  usePushRegistration();
  useClearedNotices();
  return null;
}

/** After the sign-in, requests the file service's token (section 4) and resumes unfinished transfers. */
function useResumeTransfers(): void {
  const context = useDocumentsContext();
  const tid = useTenant()?.tid;
  useEffect(() => {
    if (tid === undefined) return;
    const { api, platform, accountID } = context;
    // A transfer that needs the token requests it again and reports the failure.
    void fetchFileToken({ api, platform, accountID, tid }).catch(() => undefined);
    void resumeFlowDownloads(context, tid).catch(() => undefined);
  }, [context, tid]);
  useEffect(() => endFlowDownloads, []);
}

function FileToken() {
  useResumeTransfers();
  return null;
}

/**
 * After the sign-in, when the network returns and when the app becomes visible: deletes keys of withdrawn documents,
 * so that they can no longer be opened offline.
 */
function useWithdrawals(): void {
  const context = useDocumentsContext();
  const online = useOnline();
  useEffect(() => {
    if (!online) return undefined;
    const controller = new AbortController();
    // A failed check is repeated at the next of these events.
    const checkWithdrawals = () =>
      void deleteWithdrawnLicences(context, controller.signal).catch(() => undefined);
    const onReturn = () => {
      if (document.visibilityState === 'visible') checkWithdrawals();
    };
    checkWithdrawals();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      controller.abort();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [context, online]);
}

function Withdrawals() {
  useWithdrawals();
  return null;
}

function Badges({ client }: { readonly client: QueryClient }) {
  useBadgePoll();
  useAppBadge();
  useLiveQueries(client);
  return null;
}

function WaitingDecisions({ client }: { readonly client: QueryClient }) {
  const context = useDocumentsContext();
  // A renewed token must not interrupt applications that are being sent.
  const latest = useRef(context);
  useEffect(() => {
    latest.current = context;
  });
  const sendApplication = useCallback<SendApplication>(async ({ draftID }, signal) => {
    const part = await import('../features/apply/submit/sent-application.usecases.ts');
    return part.sendApplication(latest.current, draftID, signal);
  }, []);
  useOutboxSender(client, sendApplication);
  return null;
}
