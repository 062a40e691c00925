import { ChevronRightIcon } from '@sealflow/ui/icons.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { isHeld } from '../../../platform/outbox/index.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../../shell/navigation/view.rules.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import styles from './outbox-banner.module.css';
import { useOutboxEntries } from './outbox-entries.hook.ts';

/** Links to the queued and rejected decisions; hidden if there are none. */
export function OutboxBanner() {
  const { work } = useTexts();
  const navigate = useNavigate();
  const { clock } = usePlatform();
  // A decision that can be undone has its own offer.
  const entries = useOutboxEntries().filter((entry) => !isHeld(entry, clock.now()));
  if (entries.length === 0) return null;
  const refused = entries.filter(({ state }) => state === 'refused').length;
  const waiting = entries.length - refused;
  return (
    <button
      type="button"
      className={styles.banner}
      data-refused={refused > 0}
      onClick={() => navigate(viewAddress(paths.work, 'outbox'))}
    >
      <span className={styles.texts}>
        {refused > 0 ? <span>{work.outbox.refusedBanner(refused)}</span> : null}
        {waiting > 0 ? <span>{work.outbox.banner(waiting)}</span> : null}
      </span>
      <ChevronRightIcon size={18} />
    </button>
  );
}
