import { parseMarkdown } from '@sealflow/domain/agreements/agreement-text';
import { AgreementBlocks } from '@sealflow/ui/text/agreement-blocks.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import styles from './agreements.module.css';

type AgreementPreviewProps = {
  readonly title: string;
  readonly version: string;
  readonly text: string;
  readonly language: 'zh' | 'en';
};

/** An agreement as the app shows it. */
export function AgreementPreview({ title, version, text, language }: AgreementPreviewProps) {
  const texts = useTexts().agreements;
  return (
    <article
      className={styles.preview}
      lang={language === 'zh' ? 'zh-CN' : 'en'}
      aria-label={`${texts.preview}: ${texts.languages[language]}`}
    >
      <h3>{title}</h3>
      <p className={styles.version}>
        {texts.version} {version}
      </p>
      <AgreementBlocks blocks={parseMarkdown(text)} heading="h4" />
    </article>
  );
}

type PreviewsProps = {
  readonly version: string;
  readonly texts: Readonly<Record<'zh' | 'en', Pick<AgreementPreviewProps, 'title' | 'text'>>>;
};

/** An agreement in both languages. */
export function AgreementPreviews({ version, texts }: PreviewsProps) {
  return (
    <div className={styles.columns}>
      {(['zh', 'en'] as const).map((language) => (
        <AgreementPreview key={language} language={language} version={version} {...texts[language]} />
      ))}
    </div>
  );
}
