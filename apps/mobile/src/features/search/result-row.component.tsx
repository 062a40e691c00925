import {
  AnnouncementIcon,
  DocumentsIcon,
  MessagesIcon,
  PersonIcon,
  TaskIcon,
  WorkIcon,
} from '@sealflow/ui/icons.component.tsx';
import { ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import type { ReactNode } from 'react';
import { shortTime } from '../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { excerptOf } from '../../shell/lists/highlight.rules.ts';
import { HighlightedText } from '../../shell/lists/highlighted-text.component.tsx';
import styles from './search.module.css';
import { resultTitle } from './search.rules.ts';
import type { DocumentResult, MessageResult, Result, WorkResult } from './search.types.ts';

type ResultRowProps = {
  readonly result: Result;
  readonly keyword: string;
  readonly onOpen: (result: Result) => void;
};

/** A result: where the text was found, with the text marked. */
export function ResultRow({ result, keyword, onOpen }: ResultRowProps) {
  const { detail, trailing } = useFacts(result, keyword);
  return (
    <ListRow
      leading={<span className={styles.mark}>{iconOf(result)}</span>}
      title={<HighlightedText text={resultTitle(result)} keyword={keyword} />}
      {...(detail === null ? {} : { detail })}
      {...(trailing === null ? {} : { trailing: <span className={styles.trailing}>{trailing}</span> })}
      onPress={() => onOpen(result)}
    />
  );
}

function iconOf(result: Result): ReactNode {
  if (result.type === 'messages')
    return result.session.kind === 'announcement' ? <AnnouncementIcon /> : <MessagesIcon />;
  if (result.type === 'work') return result.task === null ? <WorkIcon /> : <TaskIcon />;
  return result.type === 'documents' ? <DocumentsIcon /> : <PersonIcon />;
}

type Facts = { readonly detail: ReactNode; readonly trailing: ReactNode };

function useFacts(result: Result, keyword: string): Facts {
  const messageFacts = useMessageFacts(keyword);
  const workFacts = useWorkFacts(keyword);
  const documentFacts = useDocumentFacts(keyword);
  if (result.type === 'messages') return messageFacts(result);
  if (result.type === 'work') return workFacts(result);
  if (result.type === 'documents') return documentFacts(result);
  return { detail: result.department, trailing: null };
}

function useShortTime() {
  const language = useLanguage();
  const { common } = useTexts();
  const { clock } = usePlatform();
  return (time: number) => shortTime(time, { now: clock.now(), language, yesterday: common.yesterday });
}

function useMessageFacts(keyword: string) {
  const { search } = useTexts();
  const { tenants } = useSignedIn();
  const timeText = useShortTime();
  return ({ session, hit, hits }: MessageResult): Facts => {
    // With several organisations, their conversations have the same names.
    const tenantName = tenants.length > 1 ? tenants.find(({ id }) => id === session.tid)?.name : undefined;
    if (hit === null) return { detail: tenantName ?? null, trailing: null };
    const isInText = excerptOf(hit.text, keyword);
    return {
      detail: (
        <>
          {tenantName === undefined ? null : <span className={styles.fragment}>{tenantName}</span>}
          <Fragment text={isInText === '' ? hit.title : isInText} keyword={keyword} />
          {hits > 1 ? <span className={styles.more}>{search.hits(hits)}</span> : null}
        </>
      ),
      trailing: timeText(hit.createAt),
    };
  };
}

function useWorkFacts(keyword: string) {
  const { search, work, absence } = useTexts();
  return ({ flow, task }: WorkResult): Facts => {
    const typeName = work.flowTypes[flow.type] ?? flow.typeName;
    const standsFor = task?.deputyFor ? [absence.standsFor(task.deputyFor.name)] : [];
    const facts = [typeName, search.by(flow.applicant.name), ...standsFor].join(' · ');
    const isInDescription = flow.description.toLowerCase().includes(keyword.toLowerCase());
    return {
      detail: (
        <>
          <Fragment text={facts} keyword={keyword} />
          {isInDescription ? (
            <Fragment text={excerptOf(flow.description, keyword)} keyword={keyword} />
          ) : null}
        </>
      ),
      trailing: task === null ? work.flowStates[flow.state] : work.taskStates[task.state],
    };
  };
}

function useDocumentFacts(keyword: string) {
  const { search } = useTexts();
  const timeText = useShortTime();
  return ({ record, isInText }: DocumentResult): Facts => {
    const { fileSize, flowName, tname } = record;
    const facts = [fileSize === null ? null : sizeText(fileSize), flowName || tname]
      .filter(Boolean)
      .join(' · ');
    return {
      detail: (
        <>
          {facts === '' ? null : <Fragment text={facts} keyword={keyword} />}
          {isInText ? <span className={styles.more}>{search.inText}</span> : null}
        </>
      ),
      trailing: timeText(record.createAt),
    };
  };
}

const Fragment = ({ text, keyword }: { readonly text: string; readonly keyword: string }) => (
  <span className={styles.fragment}>
    <HighlightedText text={text} keyword={keyword} />
  </span>
);
