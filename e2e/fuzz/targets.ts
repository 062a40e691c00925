import { format } from './format/target.ts';
import type { Target } from './target.ts';

/** What can be tried, by the names of the command line. */
export const TARGETS: Readonly<Record<string, Target>> = { format };
