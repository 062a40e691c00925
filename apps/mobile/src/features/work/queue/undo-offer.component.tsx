import { useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { isHeld, type OutboxEntry, undoMs } from '../../../platform/outbox/index.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useLocation } from '../../../shell/router/index.ts';
import { useShortcutProps } from '../../../shell/shortcuts/shortcut-props.hook.ts';
import { useShortcut } from '../../../shell/shortcuts/shortcuts.store.ts';
import { useOutboxEntries } from '../outbox/outbox-entries.hook.ts';
import { queueFilterIn } from './queue-state.rules.ts';
import { useTaskOrder } from './task-order.queries.ts';
import { awaitingTasks } from './task-queue.hook.ts';
import { useUndo } from './undo.hook.ts';

/** Offers to undo the latest decision until it is sent, also after a reload: the outbox has the time. */
export function UndoOffer() {
  const { queue } = useTexts();
  const { clock } = usePlatform();
  const latest = useOutboxEntries().findLast((entry) => isHeld(entry, clock.now()));
  const undo = useUndo();
  useShortcut('undo', latest === undefined ? null : () => void undo(latest));
  const shortcut = useShortcutProps('undo', queue.undo);
  const text = useOfferText();
  const show = (entry: OutboxEntry) =>
    showSnackbar({
      color: 'success',
      text: text(entry),
      durationMs: undoMs,
      action: { label: queue.undo, onPress: () => void undo(entry), shortcut },
    });
  const current = useRef({ latest, show });
  useEffect(() => {
    current.current = { latest, show };
  });
  const seq = latest?.seq;
  useEffect(() => {
    const { latest: entry, show: showEntry } = current.current;
    // The offer ends when the decision is sent or undone.
    return seq === undefined || entry === undefined ? undefined : showEntry(entry);
  }, [seq]);
  return null;
}

/** Says what was decided, when it is sent and how many tasks are left. */
function useOfferText(): (entry: OutboxEntry) => string {
  const { queue, work } = useTexts();
  const { state } = useLocation();
  const { left } = useTaskOrder(queueFilterIn(state) ?? awaitingTasks);
  return ({ action, title }) => {
    const decision = work.outbox.decision(work.outbox.actions[action], title);
    const count = left();
    return count === 0 ? queue.offer(decision) : `${queue.offer(decision)} ${work.remaining(count)}`;
  };
}
