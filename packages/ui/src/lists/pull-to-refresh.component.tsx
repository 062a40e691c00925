import { Spinner } from '../spinner.component.tsx';
import type { PullState } from './pull-to-refresh.hook.ts';
import styles from './pull-to-refresh.module.css';

type PullIndicatorProps = {
  readonly state: PullState;
  readonly texts: {
    readonly pullToRefresh: string;
    readonly releaseToRefresh: string;
    readonly refreshing: string;
  };
};

/** The strip above a list that is pulled down. */
export function PullIndicator({ state, texts }: PullIndicatorProps) {
  if (state.phase === 'idle') return <output className={styles.strip} />;
  return (
    <output className={styles.strip} style={{ height: state.distance }}>
      {state.phase === 'refreshing' ? <Spinner /> : null}
      <span>
        {state.phase === 'pulling' ? texts.pullToRefresh : null}
        {state.phase === 'ready' ? texts.releaseToRefresh : null}
        {state.phase === 'refreshing' ? texts.refreshing : null}
      </span>
    </output>
  );
}
