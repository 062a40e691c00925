import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Switch } from '@sealflow/ui/inputs/switch.component.tsx';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { Fragment } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSingleKeys } from './device-switch.store.ts';
import styles from './help-dialog.module.css';
import { isSingleKey, printedKeys } from './shortcut-keys.rules.ts';
import { isAppleDevice } from './shortcut-props.hook.ts';
import { shortcutNames, shortcutScopes, shortcuts } from './shortcuts.table.ts';

/** All shortcuts of the app by scope, as the table has them. */
export default function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { keys, common } = useTexts();
  const [hasSingleKeys, setSingleKeys] = useSingleKeys();
  const isApple = isAppleDevice();
  return (
    <Dialog
      open
      title={keys.title}
      onDismiss={onClose}
      actions={<Button onClick={onClose}>{common.close}</Button>}
    >
      <Switch label={keys.single} checked={hasSingleKeys} onChange={setSingleKeys} />
      {shortcutScopes.map((scope) => (
        <section key={scope} aria-label={keys.scopes[scope]}>
          <h3 className={styles.scope}>{keys.scopes[scope]}</h3>
          <dl className={styles.list}>
            {shortcutNames
              .filter((name) => shortcuts[name].scope === scope)
              .map((name) => (
                <div key={name} className={styles.row} data-off={isSingleKey(name) && !hasSingleKeys}>
                  <dt>{keys.names[name]}</dt>
                  <dd className={styles.keys}>
                    {printedKeys(name, isApple).map((key, index) => (
                      <Fragment key={key}>
                        {index === 0 ? null : ` ${keys.or} `}
                        <kbd className={styles.key}>{key}</kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
