import type { ApplicationType } from '@sealflow/domain/workflow';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { Facts, Section, Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import type { Designer } from './designer.hook.ts';
import { type ProcessVersions, usePublishedVersions } from './flow-types.queries.ts';
import { useNamesOf } from './rule-names.hook.ts';
import { escalationWords, stageFacts } from './stage-words.rules.ts';

type VersionsPanelProps = {
  readonly tid: string;
  readonly type: ApplicationType;
  readonly designer: Designer;
};

/** The published versions of a process with who published them. */
export function VersionsPanel({ tid, type, designer }: VersionsPanelProps) {
  const { flowTypes: texts } = useTexts();
  const versions = usePublishedVersions(tid, type);
  const [restored, setRestored] = useState<number | null>(null);
  const { data } = versions;
  if (!data) {
    return versions.error ? (
      <StatePane kind="error" error={versions.error} onRetry={() => void versions.refetch()} />
    ) : (
      <StatePane kind="loading" />
    );
  }
  const current = designer.current.published?.version;
  return (
    <>
      {data.data.length === 0 ? <p>{texts.versionsEmpty}</p> : null}
      {data.data.map((version) => (
        <VersionFacts
          key={version.version}
          tid={tid}
          version={version}
          people={data.people}
          isCurrent={version.version === current}
          onRestore={() => setRestored(version.version)}
        />
      ))}
      {restored === null ? null : (
        <ConfirmDialog
          title={texts.restoreTitle(restored)}
          confirmLabel={texts.restore}
          onConfirm={async () => {
            if (await designer.restore(restored)) showToast({ color: 'success', text: texts.restored });
          }}
          onClose={() => setRestored(null)}
        >
          <p>{texts.restoreText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

type VersionFactsProps = {
  readonly tid: string;
  readonly version: ProcessVersions['data'][number];
  readonly people: ProcessVersions['people'];
  readonly isCurrent: boolean;
  readonly onRestore: () => void;
};

function VersionFacts({ tid, version: one, people, isCurrent, onRestore }: VersionFactsProps) {
  const allTexts = useTexts();
  const { flowTypes: texts, workflow, processRules } = allTexts;
  const timeText = useTimeText();
  const known = new Map(people.map(({ fid, name }) => [fid, name]));
  const nameOf = (fid: string) => known.get(fid) || fid;
  const names = useNamesOf(tid, nameOf);
  const listPeople = (fids: readonly string[]) => fids.map(nameOf).join(texts.separator) || texts.none;
  return (
    <Section title={texts.versionNumber(one.version)}>
      {isCurrent ? (
        <div>
          <Tag tone="good">{texts.current}</Tag>
        </div>
      ) : null}
      <p>{texts.publishedBy(timeText(one.publishedAt), one.publishedBy?.name ?? workflow.byOperator)}</p>
      <Facts
        facts={[
          [texts.displayName, one.name],
          ...stageFacts(one.process.stages, { texts: allTexts, names }),
          ...((one.process.fallback ?? []).length === 0
            ? []
            : [[processRules.fallback, listPeople(one.process.fallback ?? [])] as const]),
          ...(one.process.escalation === undefined
            ? []
            : [
                [
                  allTexts.escalation.label,
                  escalationWords(one.process.escalation, { texts: allTexts, names }),
                ] as const,
              ]),
          [texts.cc, listPeople(one.process.cc)],
          [texts.processing, texts.processings[one.process.fileProcess?.by ?? 'none']],
        ]}
      />
      <div>
        <Button onPress={onRestore} aria-label={`${texts.restore} (${texts.versionNumber(one.version)})`}>
          {texts.restore}
        </Button>
      </div>
    </Section>
  );
}
