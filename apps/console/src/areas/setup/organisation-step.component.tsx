import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { type FoundTenant, FoundTenantForm } from '../../kit/found-tenant-form.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { OneTimeSecret } from '../../kit/one-time-secret.component.tsx';
import { focusPageTitle } from '../../kit/page-title.util.ts';
import styles from './setup.module.css';
import { changeSetup } from './setup-state.store.ts';

/** The first organisation with its first administrator, whose one-time password is shown once. */
export function OrganisationStep() {
  const { common, setup } = useTexts();
  const texts = setup.organisation;
  const [created, setCreated] = useState<FoundTenant | null>(null);
  const goOn = () => changeSetup({ step: 'mail' });
  if (created === null) {
    return (
      <div className="stack">
        <p>{texts.lead}</p>
        <FoundTenantForm
          formID="organisation"
          onCreated={(tenant) => {
            setCreated(tenant);
            focusPageTitle();
          }}
        />
        <div className={styles.actions}>
          <Button type="submit" form="organisation" kind="primary">
            {texts.submit}
          </Button>
          <Button kind="quiet" onPress={goOn}>
            {setup.skip}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="stack">
      <Notice kind="info">{texts.created(created.name)}</Notice>
      {created.oneTimePassword === null ? (
        <p>{texts.existing}</p>
      ) : (
        <OneTimeSecret
          label={texts.password(created.username)}
          hint={texts.passwordHint}
          values={[created.oneTimePassword]}
        />
      )}
      <div className={styles.actions}>
        <Button kind="primary" onPress={goOn}>
          {common.next}
        </Button>
      </div>
    </div>
  );
}
