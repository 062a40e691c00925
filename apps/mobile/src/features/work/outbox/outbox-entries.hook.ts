import { useMemo } from 'react';
import { type OutboxEntry, useOutboxStore } from '../../../platform/outbox/index.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';

/** The queued and rejected decisions of this tenant. */
export function useOutboxEntries(): readonly OutboxEntry[] {
  const { tid } = useWorkTenant();
  const entries = useOutboxStore((state) => state.entries);
  return useMemo(() => entries.filter((entry) => entry.tid === tid), [entries, tid]);
}

/** The queued or rejected decision on a task or on an application. */
export function useOutboxEntryOf(subjects: readonly (string | null | undefined)[]): OutboxEntry | undefined {
  return useOutboxEntries().find(({ subject }) => subjects.includes(subject));
}

/** The tasks and applications whose decision waits to be sent. */
export function useQueuedSubjects(): ReadonlySet<string> {
  const entries = useOutboxEntries();
  return useMemo(
    () => new Set(entries.filter(({ state }) => state === 'waiting').map(({ subject }) => subject)),
    [entries],
  );
}
