import { watermarkLines } from '@sealflow/domain/watermark';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { swappedRows } from '@sealflow/viewers/compare/shown-rows.rules.ts';
import { maintainWatermark } from '@sealflow/viewers/viewer/watermark-overlay.viewer.ts';
import { type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { useOpenPreview } from '../layer/open-preview.hook.ts';
import { PasswordDialog } from '../layer/password-dialog.component.tsx';
import { usePasswordPrompt } from '../layer/password-prompt.hook.ts';
import { Waiting } from '../layer/waiting.component.tsx';
import preview from '../preview.module.css';
import { CompareRows } from './compare-rows.component.tsx';
import styles from './compare-stage.module.css';
import { CompareTools } from './compare-tools.component.tsx';
import { type ComparedDocument, type ComparisonState, useComparison } from './comparison.hook.ts';

type CompareStageProps = { readonly left: ComparedDocument; readonly right: ComparedDocument };

const preventDefault = (event: SyntheticEvent) => event.preventDefault();

/** Two open documents under the watermark. */
export function CompareStage({ left, right }: CompareStageProps) {
  const { compare } = useTexts();
  const [ignoresWhiteSpace, setIgnoresWhiteSpace] = useState(false);
  const [isSwapped, setSwapped] = useState(false);
  const [current, setCurrent] = useState(1);
  const { prompt, openPrompt } = usePasswordPrompt();
  const container = useWatermark([left, right].some(({ document }) => document.watermarked));
  const state = useComparison({ left, right, ignoresWhiteSpace, requestPassword: openPrompt });
  const comparison = state.phase === 'ready' ? state.comparison : null;
  const rows = useMemo(
    () => (comparison === null ? [] : isSwapped ? swappedRows(comparison.rows) : comparison.rows),
    [comparison, isSwapped],
  );
  const changeCount = comparison?.changeCount ?? 0;
  const shownChange = Math.min(current, changeCount);
  const hasPages = [left, right].some(({ format }) => format.viewer === 'pdf');
  const names = [left.document.name, right.document.name] as const;
  const [leftName, rightName] = isSwapped ? ([names[1], names[0]] as const) : names;
  // Text may leave the app only if both documents allow it.
  const mayCopy = left.document.mayCopy && right.document.mayCopy;
  const extraction = mayCopy
    ? {}
    : { onCopy: preventDefault, onContextMenu: preventDefault, onDragStart: preventDefault };
  return (
    <div className={preview.body}>
      <div ref={container} className={styles.stage} data-copy={mayCopy || undefined} {...extraction}>
        <div className={styles.content}>
          {comparison === null ? null : (
            <CompareRows
              rows={rows}
              current={shownChange}
              names={{ left: leftName, right: rightName }}
              notice={changeCount > 0 ? null : hasPages ? compare.noChangesPages : compare.noChanges}
            />
          )}
          {state.phase === 'working' && prompt === null ? (
            <Waiting progress={state.progress} label={compare.comparing} />
          ) : null}
          {state.phase === 'problem' ? <CompareProblem {...state} names={names} /> : null}
        </div>
      </div>
      {comparison === null ? null : (
        <CompareTools
          changeCount={changeCount}
          current={shownChange}
          onChange={setCurrent}
          onSwap={() => setSwapped(!isSwapped)}
          // White space is not compared where the layout ends the lines.
          whiteSpace={hasPages ? null : { isIgnored: ignoresWhiteSpace, onChange: setIgnoresWhiteSpace }}
        />
      )}
      {prompt ? <PasswordDialog key={prompt.failedAttempts} prompt={prompt} /> : null}
    </div>
  );
}

/** Lays the watermark over an element while it is shown. @returns the ref of the element. */
function useWatermark(isMarked: boolean) {
  const container = useRef<HTMLDivElement>(null);
  const { clock } = usePlatform();
  const { account, user } = useSignedIn();
  const { mobileNo, email } = account;
  const name = user?.name ?? '';
  useEffect(() => {
    if (!isMarked || container.current === null) return undefined;
    const lines = watermarkLines({ mobileNo, email, name, at: new Date(clock.now()) });
    return maintainWatermark(container.current, lines);
  }, [isMarked, mobileNo, email, name, clock]);
  return container;
}

type CompareProblemProps = Extract<ComparisonState, { phase: 'problem' }> & {
  readonly names: readonly [string, string];
};

/** Why two documents that can be opened are not compared. */
function CompareProblem({ problem, side, names: [left, right] }: CompareProblemProps) {
  const { compare, common } = useTexts();
  const { close } = useOpenPreview();
  const { title, hint } = compare.problems[problem];
  return (
    <div className={preview.problem} role="alert">
      <EmptyState
        title={title}
        hint={hint(side === 'right' ? right : left)}
        action={<Button onClick={close}>{common.back}</Button>}
      />
    </div>
  );
}
