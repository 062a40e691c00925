import { useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useErrorText } from '../platform/api.hook.ts';
import { useConfirmMasterKeyCopy, useMasterKey } from '../platform/deployment.queries.ts';
import { Button } from './button.component.tsx';
import { Checkbox } from './fields.component.tsx';
import styles from './form.module.css';
import { Notice } from './notice.component.tsx';
import { Facts } from './page.component.tsx';
import { focusPageTitle } from './page-title.util.ts';
import { StatePane } from './state-pane.component.tsx';
import { useTimeText } from './time.hook.ts';

/** Where the master key is, what is lost without it, and the confirmation that a copy exists. */
export function MasterKey() {
  const texts = useTexts().deployment.masterKey;
  const timeText = useTimeText();
  const errorText = useErrorText();
  const masterKey = useMasterKey();
  const confirm = useConfirmMasterKeyCopy();
  const [isStored, setStored] = useState(false);
  if (masterKey.data === undefined) {
    if (masterKey.error === null) return <StatePane kind="loading" />;
    return <StatePane kind="error" error={masterKey.error} onRetry={() => void masterKey.refetch()} />;
  }
  const { source, path, masterKeyID, confirmedAt } = masterKey.data;
  return (
    <div className={`stack ${styles.narrow}`}>
      {confirmedAt === null ? <Notice kind="warning">{texts.lead}</Notice> : <p>{texts.lead}</p>}
      <Facts
        facts={[
          [texts.source, texts.sources[source]],
          ...(path === null ? [] : [[texts.place, <code key="path">{path}</code>] as const]),
          [texts.id, <code key="id">{masterKeyID}</code>],
          [texts.state, confirmedAt === null ? texts.unconfirmed : texts.confirmed(timeText(confirmedAt))],
        ]}
      />
      {confirmedAt === null ? (
        <>
          <p>{texts.howTo}</p>
          <Checkbox isSelected={isStored} onChange={setStored}>
            {texts.stored}
          </Checkbox>
          {confirm.error === null ? null : <Notice kind="error">{errorText(confirm.error)}</Notice>}
          <div>
            <Button
              kind="primary"
              isDisabled={!isStored}
              isPending={confirm.isPending}
              onPress={() => confirm.mutate(undefined, { onSuccess: focusPageTitle })}
            >
              {texts.confirm}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
