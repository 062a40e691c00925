import { useTexts } from '../../i18n/index.ts';
import { CodeForm, RecoveryCodes } from '../../kit/totp.component.tsx';
import { useReplaceRecoveryCodes } from '../../platform/second-factor.queries.ts';
import { changeSetup, useSetupStore } from './setup-state.store.ts';

/** The recovery codes, and new ones in place of those that a reload of the page lost. */
export function RecoveryStep() {
  const { common, setup } = useTexts();
  const texts = setup.recovery;
  const replace = useReplaceRecoveryCodes();
  const codes = useSetupStore((state) => state.recoveryCodes);
  if (codes.length === 0)
    return (
      <CodeForm
        submitLabel={texts.replace}
        onSubmit={async (totp) => changeSetup({ recoveryCodes: await replace(totp) })}
      >
        <p>{texts.lost}</p>
      </CodeForm>
    );
  return (
    <RecoveryCodes
      codes={codes}
      doneLabel={common.next}
      onDone={() => changeSetup({ step: 'organisation', recoveryCodes: [] })}
    />
  );
}
