import { useTexts } from '../../i18n/index.ts';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Facts, Section, Tag } from '../../kit/page.component.tsx';
import { SmallTable } from '../../kit/small-table.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { useStageName, useWaitText } from './insight.hook.ts';
import styles from './insight.module.css';
import type { TypeInsight } from './insight.queries.ts';
import { ShareBar } from './share-bar.component.tsx';

type TypeDrawerProps = { readonly type: TypeInsight; readonly onClose: () => void };

/** The figures of one application type, with those of each stage. */
export function TypeDrawer({ type, onClose }: TypeDrawerProps) {
  const texts = useTexts().insight;
  const format = useFormat();
  const waitText = useWaitText();
  const timeText = useTimeText();
  const { returned, stagesSince, earlierStages } = type;
  return (
    <Drawer title={type.name} onClose={onClose}>
      <Facts
        facts={[
          [texts.open, format.number(type.open)],
          [texts.finished, format.number(type.finished)],
          [texts.rejected, format.number(type.rejected)],
          [texts.canceled, format.number(type.canceled)],
          [texts.terminated, format.number(type.terminated)],
          [texts.median, waitText(type.median)],
          [texts.percentile90, waitText(type.percentile90)],
          [texts.returned, texts.returnedTimes(returned.count, waitText(returned.median))],
        ]}
      />
      <Section title={texts.stages}>
        {type.stages.length === 0 ? <p>{texts.noStages}</p> : <Stages type={type} />}
        <p className={styles.note}>{texts.stagesNote}</p>
        {stagesSince === null ? null : (
          <p className={styles.note}>{texts.stagesSince(timeText(stagesSince), earlierStages.waiting)}</p>
        )}
      </Section>
    </Drawer>
  );
}

function Stages({ type: { stages, bottleneck } }: { readonly type: TypeInsight }) {
  const texts = useTexts().insight;
  const format = useFormat();
  const waitText = useWaitText();
  const stageName = useStageName();
  return (
    <SmallTable
      label={texts.stages}
      columns={[texts.stageName, texts.stageMedian, texts.share, texts.passes, texts.waiting, texts.overdue]}
      rows={stages.map((stage, index) => ({
        id: `${stage.step}-${stage.stage}`,
        cells: [
          <span key="name">
            <span className={styles.name}>{stageName(stage)}</span>
            {index === bottleneck ? <Tag tone="warning">{texts.bottleneck}</Tag> : null}
          </span>,
          waitText(stage.median),
          <ShareBar key="share" share={stage.share} />,
          format.number(stage.passes),
          format.number(stage.waiting),
          texts.overdueEscalated(stage.overdue, stage.escalated),
        ],
      }))}
    />
  );
}
