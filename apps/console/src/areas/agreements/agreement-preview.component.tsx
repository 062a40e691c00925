import { type AgreementBlock, parseMarkdown } from '@sealflow/domain/agreements/agreement-text';
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
      {keyed(parseMarkdown(text)).map(({ key, block }) => (
        <Block key={key} block={block} />
      ))}
    </article>
  );
}

/** Blocks of a text have no ids; two may be equal. */
const keyed = (blocks: readonly AgreementBlock[]) =>
  blocks.map((block, index) => ({ key: `${index} ${block.kind}`, block }));

function Block({ block }: { readonly block: AgreementBlock }) {
  if (block.kind === 'heading') return <h4>{block.text}</h4>;
  if (block.kind === 'paragraph') return <p>{block.text}</p>;
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List className={styles.list}>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </List>
  );
}
