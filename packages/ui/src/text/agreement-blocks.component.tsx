import type { AgreementBlock } from '@sealflow/domain/agreements/agreement-text';
import styles from './agreement-blocks.module.css';

type AgreementBlocksProps = {
  readonly blocks: readonly AgreementBlock[];
  /** The element of headings, one level below the heading of the agreement. */
  readonly heading: 'h2' | 'h4';
};

/** The headings, paragraphs and lists of an agreement. */
export function AgreementBlocks({ blocks, heading }: AgreementBlocksProps) {
  return keyed(blocks).map(({ key, block }) => <Block key={key} block={block} heading={heading} />);
}

/** Blocks of a text have no ids; two may be equal. */
const keyed = (blocks: readonly AgreementBlock[]) =>
  blocks.map((block, index) => ({ key: `${index} ${block.kind}`, block }));

type BlockProps = { readonly block: AgreementBlock; readonly heading: 'h2' | 'h4' };

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
