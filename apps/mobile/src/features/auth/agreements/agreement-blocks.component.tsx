import type { AgreementBlock } from '@sealflow/domain/agreements/agreement-text';
import styles from './agreement.module.css';

type AgreementBlocksProps = {
  readonly blocks: readonly AgreementBlock[];
  /** The level of the headings, below the title of the place. */
  readonly heading: 'h2' | 'h4';
};

/** The text of an agreement. */
export function AgreementBlocks({ blocks, heading }: AgreementBlocksProps) {
  return blocks.map((block, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a static text: its blocks are never reordered
    <Block key={index} block={block} heading={heading} />
  ));
}

type BlockProps = Pick<AgreementBlocksProps, 'heading'> & { readonly block: AgreementBlock };

function Block({ block, heading: Heading }: BlockProps) {
  if (block.kind === 'heading') return <Heading>{block.text}</Heading>;
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
