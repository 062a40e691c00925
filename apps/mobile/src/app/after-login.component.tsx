import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { UpdateLayer } from '../features/updates/update-layer.component.tsx';
import { useDocumentsContext } from '../platform/documents/documents-context.hook.ts';
import { type SendApplication, useOutboxSender } from '../platform/outbox/index.ts';
import { usePushRegistration } from '../platform/push/index.ts';
import { useAppBadge } from '../shell/badges/app-badge.hook.ts';
import { useBadgePoll } from '../shell/badges/badge-poll.hook.ts';
import { useLiveQueries } from '../shell/live-queries.hook.ts';
import { useRightsUnavailableTip } from '../shell/notices/rights-unavailable.component.tsx';
import { useIncomingFiles } from './incoming-files.hook.ts';
import { usePushMessages } from './push-messages.hook.ts';
import { PushOffer } from './push-offer.component.tsx';
import { useResumeTransfers } from './resume-transfers.hook.ts';
import { SilentErrorBoundary } from './silent-error-boundary.component.tsx';
import { StorageNotice } from './storage-notice.component.tsx';
import { StoragePermission } from './storage-permission.component.tsx';
import { WebUpdateNotice } from './web-update-notice.component.tsx';
import { useWithdrawals } from './withdrawals.hook.ts';

/**
 * The steps after a sign-in, in the order of section 4. Each has an error boundary: a failure in one does not stop
 * the others. The session has already done the middle of that list, because nothing is shown before it: the user, the
 * tabs of their roles, their rights and the first page (`platform/session`, `enter`). `signOut` in `platform/session`
 * reverts all of it: these steps end, the push alias is removed and stored data is deleted.
 */
export default function AfterLogin({ client }: { readonly client: QueryClient }) {
  return (
    <>
      <SilentErrorBoundary>
        <RightsTip />
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
        <Badges client={client} />
      </SilentErrorBoundary>
      <SilentErrorBoundary>
        <WaitingDecisions client={client} />
      </SilentErrorBoundary>
    </>
  );
}

function RightsTip() {
  useRightsUnavailableTip();
  return null;
}

function IncomingFiles() {
  useIncomingFiles();
  return null;
}

function Push() {
  usePushRegistration();
  usePushMessages();
  return null;
}

function FileToken() {
  useResumeTransfers();
  return null;
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
