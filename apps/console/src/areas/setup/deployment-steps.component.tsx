import { useNavigate } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DeliverySettings } from '../../kit/delivery-settings.component.tsx';
import { MasterKey } from '../../kit/master-key.component.tsx';
import { useDelivery, useMasterKey } from '../../platform/deployment.queries.ts';
import styles from './setup.module.css';
import { changeSetup, endSetup } from './setup-state.store.ts';

/** The mail server, which can be set later too. */
export function MailStep() {
  const isSet = useDelivery().data?.mail.source !== 'none';
  return (
    <>
      <DeliverySettings channel="mail" />
      <GoOn isDone={isSet} onGoOn={() => changeSetup({ step: 'sms' })} />
    </>
  );
}

/** The SMS gateway, which can be set later too. */
export function SmsStep() {
  const isSet = useDelivery().data?.sms.source !== 'none';
  return (
    <>
      <DeliverySettings channel="sms" />
      <GoOn isDone={isSet} onGoOn={() => changeSetup({ step: 'masterKey' })} />
    </>
  );
}

/** The copy of the master key, with which the assistant ends. */
export function MasterKeyStep() {
  const texts = useTexts().setup.finish;
  const navigate = useNavigate();
  const isConfirmed = typeof useMasterKey().data?.confirmedAt === 'number';
  return (
    <>
      <MasterKey />
      <GoOn
        isDone={isConfirmed}
        labels={[texts.open, texts.later]}
        onGoOn={() => {
          endSetup();
          void navigate('/operator', { replace: true });
        }}
      />
    </>
  );
}

type GoOnProps = {
  readonly isDone: boolean;
  /** The button once the step is done, and before. */
  readonly labels?: readonly [string, string];
  readonly onGoOn: () => void;
};

function GoOn({ isDone, labels, onGoOn }: GoOnProps) {
  const { common, setup } = useTexts();
  const [done, skipped] = labels ?? [common.next, setup.skip];
  return (
    <div className={styles.foot}>
      <Button kind={isDone ? 'primary' : 'quiet'} onPress={onGoOn}>
        {isDone ? done : skipped}
      </Button>
    </div>
  );
}
