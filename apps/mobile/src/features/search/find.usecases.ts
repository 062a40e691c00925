import type { Found, ResultType, SearchContext, SearchRequest, Source } from './search.types.ts';
import { findDocuments } from './sources/find-documents.usecases.ts';
import { findMessages } from './sources/find-messages.usecases.ts';
import { findPeople } from './sources/find-people.usecases.ts';
import { findWork } from './sources/find-work.usecases.ts';

const sources: Readonly<Record<ResultType, Source>> = {
  messages: findMessages,
  work: findWork,
  documents: findDocuments,
  people: findPeople,
};

/**
 * Searches one type of results: in the service where it is reachable, otherwise in what this device has stored.
 * @throws ApiError; StorageError; the signal's reason.
 */
export const findResults = (
  context: SearchContext,
  type: ResultType,
  request: SearchRequest,
): Promise<Found> => sources[type](context, request);
