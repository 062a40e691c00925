import { useCallback, useEffect, useRef, useState } from 'react';
import {
  dismissRefusal,
  type OutboxEntry,
  type Outcome,
  useOutboxStore,
} from '../../platform/outbox/index.ts';
import { useWorkTenant } from './work-tenant.hook.ts';

export type Outcomes = ReadonlyMap<string, Outcome>;

/** What became of each task; one that waits gets its real outcome here as its answer comes. */
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
  // They are told here, one by one.
  useEffect(() => {
    for (const outcome of outcomes.values())
      if (outcome.state === 'refused') void dismissRefusal(outcome.seq);
  }, [outcomes]);

  return { outcomes, add };
}

type Waiting = {
  readonly entries: readonly OutboxEntry[];
  /** An outbox that ends or begins shows none, and nothing of what it holds was sent by that. */
  readonly isRead: boolean;
  /** Whose entries were there before. */
  readonly seen: ReadonlySet<string>;
};

function settled(outcomes: Outcomes, { entries, isRead, seen }: Waiting): Outcomes {
  if (!isRead) return outcomes;
  const come = [...outcomes].flatMap(([taskID, { state }]): [string, Outcome][] => {
    if (state !== 'waiting') return [];
    const entry = entries.find(({ subject }) => subject === taskID);
    // What was answered is no longer there.
    if (entry === undefined) return seen.has(taskID) ? [[taskID, { state: 'sent' }]] : [];
    if (entry.refusal === null) return [];
    return [[taskID, { state: 'refused', refusal: entry.refusal, seq: entry.seq }]];
  });
  return come.length === 0 ? outcomes : new Map([...outcomes, ...come]);
}
