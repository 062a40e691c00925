import { parseMarkdown } from '@sealflow/domain/agreements/agreement-text';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { AgreementBlocks } from '@sealflow/ui/text/agreement-blocks.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import styles from './agreement.module.css';
import { useRenewedConsent } from './renewed-consent.hook.ts';

/** Asks a signed-in person to agree to the new version of an agreement. Declining signs out and deletes nothing. */
export function RenewedConsent() {
  const { account, auth } = useTexts();
  const texts = account.renewedConsent;
  const { asked, isBusy, agree, decline } = useRenewedConsent();
  if (asked === undefined) return null;
  return (
    <Dialog
      key={asked.agreement}
      open
      mayCloseItself
      title={texts.title(auth[asked.agreement === 'eula' ? 'licence' : 'privacy'])}
      actions={
        <>
          <Button loading={isBusy} onClick={() => void decline()}>
            {texts.decline}
          </Button>
          <Button variant="primary" loading={isBusy} onClick={() => void agree(asked)}>
            {texts.agree}
          </Button>
        </>
      }
    >
      <p>{texts.lead}</p>
      <article className={styles.renewed}>
        <h3>{asked.title}</h3>
        <p className={styles.version}>{auth.version(asked.version)}</p>
        <AgreementBlocks blocks={parseMarkdown(asked.text)} heading="h4" />
      </article>
    </Dialog>
  );
}
