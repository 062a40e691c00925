import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { Facts, Section, Tag } from '../../kit/page.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useFormat } from '../../platform/format.hook.ts';
import styles from './keys.module.css';
import { type Generation, useKeyActs } from './keys.queries.ts';

type GenerationDrawerProps = {
  readonly tid: string;
  readonly generation: Generation;
  readonly isNewest: boolean;
  readonly onClose: () => void;
};

/** One generation of the licence key: its use, its public keys, and the withdrawal. */
export function GenerationDrawer({ tid, generation, isNewest, onClose }: GenerationDrawerProps) {
  const { keys: texts } = useTexts();
  const format = useFormat();
  const acts = useKeyActs(tid);
  const [isWithdrawing, setWithdrawing] = useState(false);
  const name = texts.number(generation.generation);
  return (
    <Drawer
      title={name}
      onClose={onClose}
      footer={
        isNewest || generation.withdrawnAt !== null ? null : (
          <Button kind="danger" onPress={() => setWithdrawing(true)}>
            {texts.withdraw}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [texts.state, <GenerationState key="state" generation={generation} />],
          [texts.createdAt, format.exactTime(generation.createAt)],
          [texts.documents, format.number(generation.documents)],
          ...(generation.withdrawnAt === null
            ? []
            : [[texts.withdrawnAt, format.exactTime(generation.withdrawnAt)] as const]),
        ]}
      />
      {isNewest ? <p>{texts.newestHint}</p> : null}
      {generation.keys.map(({ kid, algorithm, publicKeyPem }) => (
        <Section key={kid} title={algorithm}>
          <Facts facts={[[texts.kid, kid]]} />
          <pre className={styles.pem}>{publicKeyPem}</pre>
        </Section>
      ))}
      {isWithdrawing ? (
        <ConfirmDialog
          title={texts.withdrawOne(name)}
          confirmLabel={texts.withdraw}
          typedName={name}
          isDanger
          onConfirm={async () => {
            await acts.withdraw(generation.generation);
            showToast({ color: 'success', text: texts.withdrawn });
          }}
          onClose={() => setWithdrawing(false)}
        >
          <Notice kind="warning">{texts.withdrawStops(generation.documents)}</Notice>
          <p>{texts.withdrawHint}</p>
        </ConfirmDialog>
      ) : null}
    </Drawer>
  );
}

/** Whether a generation protects new documents, opens old ones only, or is withdrawn. */
export function GenerationState({ generation }: { readonly generation: Generation }) {
  const { states } = useTexts().keys;
  if (generation.withdrawnAt !== null) return <Tag tone="bad">{states.withdrawn}</Tag>;
  return generation.current ? <Tag tone="good">{states.current}</Tag> : <Tag>{states.older}</Tag>;
}
