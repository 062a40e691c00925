import type { FlowFile, FlowInfo, FlowVersion } from '@sealflow/contract';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { useId, useState } from 'react';
import { fullTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { flowFileID } from '../../../platform/documents/flow-file.rules.ts';
import type { PreviewTarget } from '../../../platform/documents/open-document.usecases.ts';
import { usePreviewLayer } from '../../../shell/navigation/preview-layer.hook.ts';
import { QueryError } from '../../../shell/notices/query-error.component.tsx';
import { detailFacts } from '../facts/detail-facts.rules.ts';
import { FlowFiles } from '../facts/flow-files.component.tsx';
import { useWorkTenant } from '../work-tenant.hook.ts';
import styles from './changes.module.css';
import {
  defaultBase,
  type FileChange,
  fieldChanges,
  fileChanges,
  type ShownVersion,
} from './changes.rules.ts';
import type { DiffPart } from './text-diff.rules.ts';
import { useVersions } from './versions.queries.ts';

/** What the applicant changed after a return, against an earlier version. Nothing for an application that never changed. */
export function FlowChanges({ flow }: { readonly flow: FlowInfo }) {
  const { returns } = useTexts();
  const language = useLanguage();
  const approvedAt = flow.myTask?.approvedUnchangedAt;
  return (
    <>
      {approvedAt === undefined ? null : (
        <p className={styles.unchanged}>{returns.unchanged(fullTime(approvedAt, language))}</p>
      )}
      {flow.version === undefined ? null : <Versions flow={flow} version={flow.version} />}
    </>
  );
}

function Versions({ flow, version }: { readonly flow: FlowInfo; readonly version: number }) {
  const { returns, common } = useTexts();
  const query = useVersions(flow.id, version);
  const [chosen, setChosen] = useState<number | null>(null);
  const headingId = useId();
  const { data: versions, isPending } = query;
  const base = versions?.find((one) => one.version === (chosen ?? defaultBase(versions)));
  const current = versions?.at(-1);
  return (
    <section className={styles.changes} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        {returns.changes}
      </h3>
      {isPending ? <SkeletonList label={common.loading} rows={2} /> : null}
      {versions === undefined && !isPending ? <QueryError query={query} /> : null}
      {versions === undefined || base === undefined || current === undefined ? null : (
        <>
          <BaseChoice versions={versions} base={base} onChoose={setChosen} />
          {current.note ? (
            <div className={styles.said}>
              <p className={styles.soft}>{returns.note}</p>
              <p className={styles.value}>{current.note}</p>
            </div>
          ) : null}
          <Difference flow={flow} base={base} current={current} />
        </>
      )}
    </section>
  );
}

type BaseChoiceProps = {
  readonly versions: readonly FlowVersion[];
  readonly base: FlowVersion;
  readonly onChoose: (version: number) => void;
};

/** The versions that are compared; a choice of the earlier one if there are several. */
function BaseChoice({ versions, base, onChoose }: BaseChoiceProps) {
  const { returns } = useTexts();
  const language = useLanguage();
  const id = useId();
  const earlier = versions.slice(0, -1);
  const decided = base.isDecided ? <span className={styles.soft}>{returns.sinceDecision}</span> : null;
  if (earlier.length < 2) {
    return (
      <p className={styles.choice}>
        <span>{returns.changesSince(base.version, versions.length)}</span>
        {decided}
      </p>
    );
  }
  return (
    <p className={styles.choice}>
      <label htmlFor={id}>{returns.compareWith}</label>
      <select
        id={id}
        className={styles.select}
        value={base.version}
        onChange={({ currentTarget: { value } }) => onChoose(Number(value))}
      >
        {earlier.map(({ version, submitAt }) => (
          <option key={version} value={version}>
            {returns.version(version, fullTime(submitAt, language))}
          </option>
        ))}
      </select>
      {decided}
    </p>
  );
}

type DifferenceProps = { readonly flow: FlowInfo; readonly base: FlowVersion; readonly current: FlowVersion };

function Difference({ flow, base, current }: DifferenceProps) {
  const { returns, work } = useTexts();
  const language = useLanguage();
  const shown = (version: FlowVersion): ShownVersion => ({
    fields: [
      { name: returns.titleChanged, value: version.title },
      { name: work.description, value: version.description },
      ...detailFacts(version, { texts: work.details, language }),
    ],
    files: version.files,
  });
  const fields = fieldChanges(shown(base), shown(current));
  const files = fileChanges(base.files, current.files);
  if (fields.length === 0 && files.length === 0) return <p className={styles.same}>{returns.same}</p>;
  return (
    <>
      <dl className={styles.fields}>
        {fields.map(({ name, parts }) => (
          <div key={name} className={styles.field}>
            <dt className={styles.soft}>{name}</dt>
            <dd className={styles.value}>
              {withOffsets(parts).map(({ offset, part }) => (
                <Part key={offset} part={part} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {files.length === 0 ? null : (
        <section aria-label={returns.filesChanged}>
          {files.map((change) => (
            <ChangedFile key={change.file.uri} flow={flow} change={change} />
          ))}
        </section>
      )}
    </>
  );
}

/** The parts with the place where each begins. */
function withOffsets(parts: readonly DiffPart[]): { offset: number; part: DiffPart }[] {
  let offset = 0;
  return parts.map((part) => {
    const placed = { offset, part };
    offset += part.text.length;
    return placed;
  });
}

/** Assistive technology reads `ins` and `del`; others see colour and line. */
function Part({ part: { kind, text } }: { readonly part: DiffPart }) {
  if (kind === 'same') return <span>{text}</span>;
  return kind === 'added' ? (
    <ins className={styles.added}>{text}</ins>
  ) : (
    <del className={styles.removed}>{text}</del>
  );
}

function ChangedFile({ flow, change }: { readonly flow: FlowInfo; readonly change: FileChange }) {
  const { returns, compare } = useTexts();
  const { tid, tname } = useWorkTenant();
  const { openComparison } = usePreviewLayer();
  const { kind, file } = change;
  const targetOf = ({ uri, name }: FlowFile): PreviewTarget => {
    const flowFile = { tid, tname, flowID: flow.id, flowName: flow.title, uri, name };
    return { fileID: flowFileID(flowFile), flowFile };
  };
  const label = kind === 'renamed' ? returns.renamed(change.before.name) : returns[kind];
  return (
    <div className={styles.file} data-kind={kind}>
      <span className={styles.kind}>{label}</span>
      <FlowFiles flow={flow} files={[file]} />
      {kind === 'replaced' ? (
        <>
          <span className={styles.kind}>{returns.before}</span>
          <FlowFiles flow={flow} files={[change.before]} />
          <Button
            className={styles.compare}
            onClick={() => openComparison(targetOf(change.before), targetOf(file))}
          >
            {compare.versions}
          </Button>
        </>
      ) : null}
    </div>
  );
}
