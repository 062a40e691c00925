import { useMemo } from 'react';
import { type OutboxEntry, useOutboxStore } from '../../platform/outbox/index.ts';
import { useWorkTenant } from './work-tenant.hook.ts';

/** The decisions of this tenant that are on their way or were refused. */
export function useOutboxEntries(): readonly OutboxEntry[] {
  const { tid } = useWorkTenant();
  const entries = useOutboxStore((state) => state.entries);
  return useMemo(() => entries.filter((entry) => entry.tid === tid), [entries, tid]);
}

/** The decision on its way, or the refused one, of a task or of an application. */
export function useEntryOf(subjects: readonly (string | null | undefined)[]): OutboxEntry | undefined {
  return useOutboxEntries().find(({ subject }) => subjects.includes(subject));
}
