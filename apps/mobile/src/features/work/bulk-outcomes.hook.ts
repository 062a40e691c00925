import { useCallback, useEffect, useRef, useState } from 'react';
import {
  dismissRefusal,
  type OutboxEntry,
  type Outcome,
  useOutboxStore,
} from '../../platform/outbox/index.ts';
import { useWorkTenant } from './work-tenant.hook.ts';

export type Outcomes = ReadonlyMap<string, Outcome>;

/** The outcome of each task; a queued one is updated when the outbox has sent it. */
export function useBulkOutcomes() {
  const { tid } = useWorkTenant();
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const seen = useRef(new Set<string>());
  const look = useCallback(() => {
    const { entries, isRead } = useOutboxStore.getState();
    const own = entries.filter((entry) => entry.tid === tid);
    for (const { subject } of own) seen.current.add(subject);
    return { entries: own, isRead, seen: seen.current };
  }, [tid]);
  const add = (more: Outcomes) => {
    const now = look();
    setOutcomes((before) => settled(new Map([...before, ...more]), now));
  };

  useEffect(
    () =>
      useOutboxStore.subscribe(() => {
        const now = look();
        setOutcomes((before) => settled(before, now));
      }),
    [look],
  );
  // The rows show the rejections, so the outbox need not.
  useEffect(() => {
    for (const outcome of outcomes.values())
      if (outcome.state === 'refused') void dismissRefusal(outcome.seq);
  }, [outcomes]);

  return { outcomes, add };
}

type Waiting = {
  readonly entries: readonly OutboxEntry[];
  /** An outbox that is starting or closing has no entries, which does not mean that they were sent. */
  readonly isRead: boolean;
  /** Subjects whose entries were in the outbox before. */
  readonly seen: ReadonlySet<string>;
};

function settled(outcomes: Outcomes, { entries, isRead, seen }: Waiting): Outcomes {
  if (!isRead) return outcomes;
  const come = [...outcomes].flatMap(([taskID, { state }]): [string, Outcome][] => {
    if (state !== 'waiting') return [];
    const entry = entries.find(({ subject }) => subject === taskID);
    // A sent entry is removed from the outbox.
    if (entry === undefined) return seen.has(taskID) ? [[taskID, { state: 'sent' }]] : [];
    if (entry.refusal === null) return [];
    return [[taskID, { state: 'refused', refusal: entry.refusal, seq: entry.seq }]];
  });
  return come.length === 0 ? outcomes : new Map([...outcomes, ...come]);
}
