import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { CreateDrawer, CreatedDrawer } from '../../kit/create-drawer.component.tsx';
import { type FoundTenant, FoundTenantForm } from '../../kit/found-tenant-form.component.tsx';
import { useRefreshTenants } from './tenants.queries.ts';

const formID = 'new-tenant';

/** The form of a new organisation, and then the one-time password of its first administrator. */
export function CreateTenantDrawer({ onClose }: { readonly onClose: () => void }) {
  const { tenants, setup } = useTexts();
  const texts = setup.organisation;
  const refresh = useRefreshTenants();
  const [created, setCreated] = useState<FoundTenant | null>(null);
  if (created === null) {
    return (
      <CreateDrawer title={tenants.create} formID={formID} onClose={onClose}>
        <FoundTenantForm
          formID={formID}
          onCreated={(tenant) => {
            setCreated(tenant);
            void refresh();
          }}
        />
      </CreateDrawer>
    );
  }
  return (
    <CreatedDrawer
      title={texts.created(created.name)}
      password={created.oneTimePassword}
      passwordLabel={texts.password(created.username)}
      passwordHint={texts.passwordHint}
      noPassword={texts.existing}
      onClose={onClose}
    />
  );
}
