import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { type FoundTenant, FoundTenantForm } from '../../kit/found-tenant-form.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { OneTimeSecret } from '../../kit/one-time-secret.component.tsx';
import { useRefreshTenants } from './tenants.queries.ts';

const formID = 'new-tenant';

/** The form of a new organisation, and then the one-time password of its first administrator. */
export function CreateTenantDrawer({ onClose }: { readonly onClose: () => void }) {
  const { common, tenants, setup } = useTexts();
  const texts = setup.organisation;
  const refresh = useRefreshTenants();
  const [created, setCreated] = useState<FoundTenant | null>(null);
  if (created === null) {
    return (
      <Drawer
        title={tenants.create}
        onClose={onClose}
        footer={
          <>
            <Button onPress={onClose}>{common.cancel}</Button>
            <Button type="submit" form={formID} kind="primary">
              {common.create}
            </Button>
          </>
        }
      >
        <FoundTenantForm
          formID={formID}
          onCreated={(tenant) => {
            setCreated(tenant);
            void refresh();
          }}
        />
      </Drawer>
    );
  }
  return (
    <Drawer
      title={texts.created(created.name)}
      onClose={onClose}
      footer={
        <Button kind="primary" onPress={onClose}>
          {common.done}
        </Button>
      }
    >
      {created.oneTimePassword === null ? (
        <Notice kind="info">{texts.existing}</Notice>
      ) : (
        <OneTimeSecret
          label={texts.password(created.username)}
          hint={texts.passwordHint}
          values={[created.oneTimePassword]}
        />
      )}
    </Drawer>
  );
}
