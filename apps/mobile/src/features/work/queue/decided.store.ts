import { onScrollPositionsCleared } from '../../../shell/navigation/scroll-restoration.hook.ts';

/** Tasks that were decided since the page was loaded. A list can be older than the decision. */
const decidedIDs = new Set<string>();
onScrollPositionsCleared(() => decidedIDs.clear());

export const markDecided = (taskID: string): void => void decidedIDs.add(taskID);

/** The decision was undone or refused: the task waits again. */
export const markUndecided = (taskID: string): void => void decidedIDs.delete(taskID);

export const isDecidedHere = (taskID: string): boolean => decidedIDs.has(taskID);
