import { useCallback, useEffect, useRef, useState } from 'react';
import {
  dismissRefusal,
  type OutboxEntry,
  type Outcome,
  useOutboxStore,
} from '../../../platform/outbox/index.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';

export type Outcomes = ReadonlyMap<string, Outcome>;

/** The outcome of each task; a queued one is updated when the outbox has sent it. */
export function useBulkOutcomes() {
  const { tid } = useWorkTenant();
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const seen = useRef(new Set<string>());
  const readOutbox = useCallback(() => {
    const { entries, isRead } = useOutboxStore.getState();
    const own = entries.filter((entry) => entry.tid === tid);
    for (const { subject } of own) seen.current.add(subject);
    return { entries: own, isRead, seen: seen.current };
  }, [tid]);
  const add = (more: Outcomes) => {
    const now = readOutbox();
    setOutcomes((before) => settleOutcomes(new Map([...before, ...more]), now));
  };

  useEffect(
    () =>
      useOutboxStore.subscribe(() => {
        const now = readOutbox();
        setOutcomes((before) => settleOutcomes(before, now));
      }),
    [readOutbox],
  );
  // The rows show the rejections, so the outbox need not.
  useEffect(() => {
    for (const outcome of outcomes.values())
      if (outcome.state === 'refused') void dismissRefusal(outcome.seq);
  }, [outcomes]);

  return { outcomes, add };
}

type OutboxState = {
  readonly entries: readonly OutboxEntry[];
  /** An outbox that is starting or closing has no entries, which does not mean that they were sent. */
  readonly isRead: boolean;
  /** Subjects whose entries were in the outbox before. */
  readonly seen: ReadonlySet<string>;
};

function settleOutcomes(outcomes: Outcomes, { entries, isRead, seen }: OutboxState): Outcomes {
  if (!isRead) return outcomes;
  const changes = [...outcomes].flatMap(([taskID, { state }]): [string, Outcome][] => {
    if (state !== 'waiting') return [];
    const entry = entries.find(({ subject }) => subject === taskID);
    // A sent entry is removed from the outbox.
    if (entry === undefined) return seen.has(taskID) ? [[taskID, { state: 'sent' }]] : [];
    if (entry.refusal === null) return [];
    return [[taskID, { state: 'refused', refusal: entry.refusal, seq: entry.seq }]];
  });
  return changes.length === 0 ? outcomes : new Map([...outcomes, ...changes]);
}
