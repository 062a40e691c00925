import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { Tag } from '../../kit/page.component.tsx';
import { SmallTable } from '../../kit/small-table.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { type NodeState, useHealthActs } from './health.queries.ts';

const tones = { running: 'good', draining: 'warning', lost: 'bad' } as const;

/** The nodes of the service. A running one can be drained, a drained one made ready again. */
export function NodeTable({ nodes }: { readonly nodes: readonly NodeState[] }) {
  const { health: texts } = useTexts();
  const format = useFormat();
  const [drained, setDrained] = useState<string | null>(null);
  const running = nodes.filter(({ state }) => state === 'running');
  if (nodes.length === 0) return <p>{texts.noNodes}</p>;
  return (
    <>
      <SmallTable
        label={texts.parts.nodes}
        columns={[texts.node, texts.version, texts.heartbeat, texts.housekeeping, texts.drain.action]}
        rows={nodes.map((node) => ({
          id: node.node,
          cells: [
            <Lines key="node">
              {`${node.node}${node.isAnswering ? ` (${texts.thisNode})` : ''}`}
              <Tag tone={tones[node.state]}>{texts.states[node.state]}</Tag>
            </Lines>,
            <Lines key="version">
              {node.version}
              {`${texts.runtime} ${node.runtimeVersion}`}
            </Lines>,
            <Lines key="heartbeat">
              {format.exactTime(node.heartbeatAt)}
              {texts.startedAt(format.time(node.startedAt))}
            </Lines>,
            <Housekeeping key="housekeeping" node={node} />,
            <DrainButton key="drain" node={node} onDrain={() => setDrained(node.node)} />,
          ],
        }))}
      />
      {drained === null ? null : (
        <DrainDialog
          node={drained}
          isOnlyOne={running.every(({ node }) => node === drained)}
          onClose={() => setDrained(null)}
        />
      )}
    </>
  );
}

/** Two short facts, one below the other. */
function Lines({ children: [first, second] }: { readonly children: readonly [ReactNode, ReactNode] }) {
  return (
    <>
      <div>{first}</div>
      <div>{second}</div>
    </>
  );
}

function Housekeeping({ node: { housekeepingAt, housekeepingOutcome } }: { readonly node: NodeState }) {
  const { health: texts, common } = useTexts();
  const format = useFormat();
  if (housekeepingAt === null || housekeepingOutcome === null) return common.none;
  return (
    <Lines>
      {format.time(housekeepingAt)}
      {texts.housekeepingOutcomes[housekeepingOutcome]}
    </Lines>
  );
}

type DrainButtonProps = { readonly node: NodeState; readonly onDrain: () => void };

function DrainButton({ node: { node, state }, onDrain }: DrainButtonProps) {
  const { health: texts } = useTexts();
  const errorText = useErrorText();
  const { endDraining } = useHealthActs();
  const end = async () => {
    try {
      await endDraining(node);
      showToast({ color: 'success', text: texts.drain.ended });
    } catch (error) {
      showToast({ color: 'error', text: errorText(error) });
    }
  };
  if (state === 'lost') return null;
  return state === 'draining' ? (
    <Button aria-label={`${texts.drain.end}: ${node}`} onPress={() => void end()}>
      {texts.drain.end}
    </Button>
  ) : (
    <Button aria-label={`${texts.drain.action}: ${node}`} onPress={onDrain}>
      {texts.drain.action}
    </Button>
  );
}

type DrainDialogProps = {
  readonly node: string;
  readonly isOnlyOne: boolean;
  readonly onClose: () => void;
};

function DrainDialog({ node, isOnlyOne, onClose }: DrainDialogProps) {
  const texts = useTexts().health.drain;
  const { drain } = useHealthActs();
  return (
    <ConfirmDialog
      title={texts.title(node)}
      confirmLabel={texts.action}
      typedName={node}
      isDanger
      onConfirm={async () => {
        await drain(node);
        showToast({ color: 'success', text: texts.done });
      }}
      onClose={onClose}
    >
      {isOnlyOne ? <Notice kind="warning">{texts.only}</Notice> : null}
      <p>{texts.text}</p>
    </ConfirmDialog>
  );
}
