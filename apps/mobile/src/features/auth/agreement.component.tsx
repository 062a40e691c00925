import { useState } from 'react';
import { Screen } from '../../app/shell/screen.component.tsx';
import type { AgreementName } from '../../i18n/agreements/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { ErrorState } from '../../ui/state.component.tsx';
import { useLongWait } from '../../ui/waiting.hook.ts';
import styles from './agreement.module.css';
import { type ShownAgreement, useAgreement } from './agreement.queries.ts';
import type { AgreementBlock } from './agreement-text.rules.ts';

type AgreementViewProps = { readonly name: AgreementName; readonly title: string };

export function AgreementView({ name, title }: AgreementViewProps) {
  const [tries, setTries] = useState(0);
  return (
    <Screen title={title} plain>
      <Fetched key={tries} name={name} onAgain={() => setTries(tries + 1)} />
    </Screen>
  );
}

type FetchedProps = { readonly name: AgreementName; readonly onAgain: () => void };

function Fetched({ name, onAgain }: FetchedProps) {
  const { common } = useTexts();
  const shown = useAgreement(name);
  const isLong = useLongWait(shown === null);
  if (shown === null) return isLong ? <SkeletonList label={common.loading} /> : null;
  if (shown === 'failed')
    return <ErrorState text={common.loadFailed} retryLabel={common.retry} onRetry={onAgain} />;
  return <AgreementArticle agreement={shown} onAgain={onAgain} />;
}

type ArticleProps = { readonly agreement: ShownAgreement; readonly onAgain: () => void };

function AgreementArticle({ agreement: { version, blocks, origin }, onAgain }: ArticleProps) {
  const { auth, account, common } = useTexts();
  return (
    <article className={styles.text}>
      {origin === 'builtIn' ? (
        <div className={styles.builtIn}>
          <output>{account.builtIn}</output>
          <Button look="quiet" onClick={onAgain}>
            {common.retry}
          </Button>
        </div>
      ) : null}
      <p className={styles.version}>{auth.version(version)}</p>
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a static text: its blocks are never reordered
        <Block key={index} block={block} />
      ))}
    </article>
  );
}

function Block({ block }: { readonly block: AgreementBlock }) {
  if (block.kind === 'heading') return <h2>{block.text}</h2>;
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
