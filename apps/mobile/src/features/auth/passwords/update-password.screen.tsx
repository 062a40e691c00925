import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { TabList } from '@sealflow/ui/navigation/tab-list.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { useGoBack } from '../../../shell/navigation/back.hook.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import styles from '../auth.module.css';
import { accountContacts } from '../field-checks.rules.ts';
import { UpdateByCode } from './update-by-code.component.tsx';
import { UpdateByOld } from './update-by-old.component.tsx';

type Method = 'old' | 'code';

/**
 * /updatepwd: changes the password, authenticated by the old one or by a code to the account's phone or e-mail.
 */
export default function UpdatePasswordScreen() {
  const { account: texts } = useTexts();
  const goBack = useGoBack();
  const { account } = useSignedIn();
  const [method, setMethod] = useState<Method>('old');
  const panel = useRef<HTMLDivElement>(null);
  const addresses = accountContacts(account);
  const done = () => {
    goBack();
    showSnackbar({ color: 'success', text: texts.updated });
  };
  return (
    <Screen title={texts.update} plain>
      <div className={styles.page}>
        <p className={styles.soft}>{texts.othersEnd}</p>
        <TabList
          label={texts.updateWays}
          tabs={[
            { id: 'old', label: texts.byOld },
            { id: 'code', label: texts.byCode },
          ]}
          current={method}
          onSelect={setMethod}
          panelId="update-form"
        />
        <div
          ref={panel}
          id="update-form"
          role="tabpanel"
          aria-label={method === 'old' ? texts.byOld : texts.byCode}
          tabIndex={-1}
        >
          {method === 'old' ? (
            <UpdateByOld
              onDone={done}
              forgot={
                addresses.length > 0 ? (
                  <Button
                    variant="quiet"
                    onClick={() => {
                      setMethod('code');
                      // The pressed button is unmounted, so the panel takes the focus.
                      panel.current?.focus();
                    }}
                  >
                    {texts.forgotOld}
                  </Button>
                ) : null
              }
            />
          ) : addresses.length > 0 ? (
            <UpdateByCode addresses={addresses} onDone={done} />
          ) : (
            <EmptyState title={texts.noAddress} />
          )}
        </div>
      </div>
    </Screen>
  );
}
