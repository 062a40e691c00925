import { useCallback, useEffect, useState } from 'react';
import { Screen } from '../../app/shell/screen.component.tsx';
import { type Agreement, type AgreementName, loadAgreement } from '../../i18n/agreements/index.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { ErrorState } from '../../ui/state.component.tsx';
import styles from './agreement.module.css';

type AgreementViewProps = { readonly name: AgreementName; readonly title: string };

export function AgreementView({ name, title }: AgreementViewProps) {
  const language = useLanguage();
  const { auth, common } = useTexts();
  const [agreement, setAgreement] = useState<Agreement | 'failed' | null>(null);
  // Returns what forgets the answer, should another text be wanted before it comes.
  const load = useCallback(() => {
    let wanted = true;
    const show = (text: Agreement | 'failed') => {
      if (wanted) setAgreement(text);
    };
    loadAgreement(name, language).then(show, () => show('failed'));
    return () => {
      wanted = false;
    };
  }, [name, language]);
  useEffect(load, [load]);

  return (
    <Screen title={title} plain>
      {agreement === null ? <SkeletonList label={common.loading} /> : null}
      {agreement === 'failed' ? (
        <ErrorState
          text={common.loadFailed}
          retryLabel={common.retry}
          onRetry={() => {
            setAgreement(null);
            load();
          }}
        />
      ) : null}
      {agreement !== null && agreement !== 'failed' ? (
        <article className={styles.text}>
          <p className={styles.version}>{auth.version(agreement.version)}</p>
          {agreement.sections.map(({ heading, paragraphs }) => (
            <section key={heading}>
              <h2>{heading}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </article>
      ) : null}
    </Screen>
  );
}
