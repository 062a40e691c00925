import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Facts, Tag } from '../../kit/page.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useFormat } from '../../platform/format.hook.ts';
import styles from './releases.module.css';
import { type PublishedVersion, useWithdrawRelease } from './releases.queries.ts';

type ReleaseDrawerProps = { readonly release: PublishedVersion; readonly onClose: () => void };

/** A published version, and its withdrawal. */
export function ReleaseDrawer({ release, onClose }: ReleaseDrawerProps) {
  const { releases: texts, common } = useTexts();
  const format = useFormat();
  const withdraw = useWithdrawRelease();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { kind, platform, version, minAppVer, size, sha256, notes, uri, createAt, withdrawnAt } = release;
  const name = `${platform} ${version}`;
  return (
    <Drawer
      title={`${texts.kinds[kind]} ${version}`}
      onClose={onClose}
      footer={
        withdrawnAt === null ? (
          <Button kind="danger" onPress={() => setWithdrawing(true)}>
            {texts.withdraw}
          </Button>
        ) : null
      }
    >
      <Facts
        facts={[
          [texts.platform, texts.platforms[platform]],
          [texts.state, <ReleaseState key="state" release={release} />],
          [texts.publishedAt, format.exactTime(createAt)],
          ...(withdrawnAt === null ? [] : [[texts.withdrawnAt, format.exactTime(withdrawnAt)] as const]),
          ...(minAppVer === null ? [] : [[texts.minAppVer, minAppVer] as const]),
          [texts.size, size === null ? common.none : format.size(size)],
          [texts.sha256, sha256 ?? common.none],
          [texts.address, uri],
          [
            texts.notes,
            <span key="notes" className={styles.notes}>
              {notes === '' ? common.none : notes}
            </span>,
          ],
        ]}
      />
      {isWithdrawing ? (
        <ConfirmDialog
          title={texts.withdrawTitle(name)}
          confirmLabel={texts.withdraw}
          typedName={name}
          isDanger
          onConfirm={async () => {
            await withdraw(release.id);
            showToast({ color: 'success', text: texts.withdrawn });
          }}
          onClose={() => setWithdrawing(false)}
        >
          <p>{texts.withdrawText}</p>
        </ConfirmDialog>
      ) : null}
    </Drawer>
  );
}

/** Whether apps are offered this version. */
export function ReleaseState({ release: { withdrawnAt } }: { readonly release: PublishedVersion }) {
  const { states } = useTexts().releases;
  return withdrawnAt === null ? (
    <Tag tone="good">{states.published}</Tag>
  ) : (
    <Tag tone="bad">{states.withdrawn}</Tag>
  );
}
