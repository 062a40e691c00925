import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DetailTabs } from '../../kit/detail-tabs.component.tsx';
import { Page } from '../../kit/page.component.tsx';
import { CreateDialog, type Creation } from './create-dialog.component.tsx';
import { CredentialTable } from './credential-table.component.tsx';
import { PeopleTable } from './people-table.component.tsx';

/** The operators of the deployment: people, and credentials of the command line. */
export default function OperatorsScreen() {
  const { operators: texts, shell } = useTexts();
  const [creation, setCreation] = useState<Creation | null>(null);
  return (
    <Page
      title={shell.areas.operators}
      lead={texts.lead}
      actions={
        <>
          <Button onPress={() => setCreation('setupLink')}>{texts.setupLink}</Button>
          <Button onPress={() => setCreation('credential')}>{texts.create}</Button>
          <Button kind="primary" onPress={() => setCreation('person')}>
            {texts.grant}
          </Button>
        </>
      }
    >
      <DetailTabs
        label={shell.areas.operators}
        tabs={[
          { id: 'people', title: texts.tabs.people, content: <PeopleTable /> },
          { id: 'credentials', title: texts.tabs.credentials, content: <CredentialTable /> },
        ]}
      />
      {creation === null ? null : (
        <CreateDialog key={creation} creation={creation} onClose={() => setCreation(null)} />
      )}
    </Page>
  );
}
