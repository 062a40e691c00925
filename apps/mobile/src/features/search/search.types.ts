import type { Flow, Message, MessageSession, Task } from '@sealflow/contract';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import type { RecentFile } from '../../platform/documents/recent-files.repository.ts';

/** The types of results, in the order of the screen. */
export const resultTypes = ['messages', 'work', 'documents', 'people'] as const;
export type ResultType = (typeof resultTypes)[number];

/** A conversation with messages that contain the text. */
export type MessageResult = {
  readonly type: 'messages';
  readonly session: Pick<MessageSession, 'sessionID' | 'kind' | 'title' | 'tid'>;
  /** The newest message with the text; null if only the title has it. */
  readonly hit: Pick<Message, 'msgID' | 'title' | 'text' | 'createAt'> | null;
  /** How many of its messages have the text. */
  readonly hits: number;
};

/** An own task, or an own application. */
export type WorkResult = {
  readonly type: 'work';
  readonly task: Pick<Task, 'id' | 'state' | 'createAt' | 'deputyFor'> | null;
  readonly flow: Flow;
};

export type DocumentResult = {
  readonly type: 'documents';
  readonly record: RecentFile;
  /** Whether the text of the document has what was searched, and not its name. */
  readonly isInText: boolean;
};

export type PersonResult = {
  readonly type: 'people';
  readonly fid: string;
  readonly name: string;
  /** The name of the department; null if unknown. */
  readonly department: string | null;
};

type Results = {
  readonly messages: MessageResult;
  readonly work: WorkResult;
  readonly documents: DocumentResult;
  readonly people: PersonResult;
};
export type Result = Results[ResultType];

/** Some of the results of one type. */
export type Found = {
  readonly total: number;
  readonly results: readonly Result[];
  /** Whether only what this device has stored was searched: the service was not reachable. */
  readonly isStored: boolean;
};

export type SearchContext = {
  readonly documents: DocumentsContext;
  /** The current organisation; null without one. */
  readonly tenant: { readonly tid: string; readonly tserviceVersion: string } | null;
};

export type SearchRequest = {
  /** Not empty, without white space at its ends. */
  readonly keyword: string;
  readonly skip: number;
  readonly limit: number;
  readonly signal: AbortSignal;
};

/** Searches one type. @throws ApiError; StorageError; the signal's reason. */
export type Source = (context: SearchContext, request: SearchRequest) => Promise<Found>;
