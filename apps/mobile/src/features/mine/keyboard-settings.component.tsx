import { Switch } from '@sealflow/ui/inputs/switch.component.tsx';
import { ListItem, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { useTenant } from '../../platform/session/index.ts';
import { useQueueChoice, useSingleKeys } from '../../shell/shortcuts/device-switch.store.ts';
import { openShortcutLayer } from '../../shell/shortcuts/shortcuts.store.ts';

/** The settings of the keyboard and of the queue on this device, and the list of shortcuts. */
export function KeyboardSettings() {
  const { keys, queue } = useTexts();
  const hasTenant = useTenant() !== null;
  const [hasSingleKeys, setSingleKeys] = useSingleKeys();
  const [opensNext, setOpensNext] = useQueueChoice();
  return (
    <>
      <ListRow title={keys.title} trailing={keys.show} chevron onPress={() => openShortcutLayer('help')} />
      <ListItem>
        <Switch
          label={keys.single}
          detail={keys.singleHint}
          checked={hasSingleKeys}
          onChange={setSingleKeys}
        />
      </ListItem>
      {hasTenant ? (
        <ListItem>
          <Switch label={queue.next} detail={queue.nextHint} checked={opensNext} onChange={setOpensNext} />
        </ListItem>
      ) : null}
    </>
  );
}
