import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useLongWait } from '@sealflow/ui/status/long-wait.hook.ts';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { ErrorState } from '@sealflow/ui/status/state.component.tsx';
import { AgreementBlocks } from '@sealflow/ui/text/agreement-blocks.component.tsx';
import { useState } from 'react';
import type { AgreementName } from '../../../i18n/agreements/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import styles from './agreement.module.css';
import { type LoadedAgreement, useAgreement } from './agreement.queries.ts';

/** /licence: the service agreement. */
export function LicenceScreen() {
  return <AgreementView name="licence" />;
}

/** /privacy: the privacy policy. */
export function PrivacyScreen() {
  return <AgreementView name="privacy" />;
}

function AgreementView({ name }: { readonly name: AgreementName }) {
  const { shell } = useTexts();
  const [attempt, setAttempt] = useState(0);
  return (
    <Screen title={shell.titles[name]} plain>
      <AgreementLoader key={attempt} name={name} onRetry={() => setAttempt(attempt + 1)} />
    </Screen>
  );
}

type AgreementLoaderProps = { readonly name: AgreementName; readonly onRetry: () => void };

function AgreementLoader({ name, onRetry }: AgreementLoaderProps) {
  const { common } = useTexts();
  const loaded = useAgreement(name);
  const isLong = useLongWait(loaded === null);
  if (loaded === null) return isLong ? <SkeletonList label={common.loading} /> : null;
  if (loaded === 'failed')
    return <ErrorState text={common.loadFailed} retryLabel={common.retry} onRetry={onRetry} />;
  return <AgreementArticle agreement={loaded} onRetry={onRetry} />;
}

type ArticleProps = { readonly agreement: LoadedAgreement; readonly onRetry: () => void };

function AgreementArticle({ agreement: { version, blocks, origin }, onRetry }: ArticleProps) {
  const { auth, account, common } = useTexts();
  return (
    <article className={styles.text}>
      {origin === 'builtIn' ? (
        <div className={styles.builtIn}>
          <output>{account.builtIn}</output>
          <Button variant="quiet" onClick={onRetry}>
            {common.retry}
          </Button>
        </div>
      ) : null}
      <p className={styles.version}>{auth.version(version)}</p>
      <AgreementBlocks blocks={blocks} heading="h2" />
    </article>
  );
}
