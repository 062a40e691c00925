import type { Jobs } from '../../infra/jobs/jobs.port.ts';
import {
  type ScheduledPostsContext,
  scheduledPostQueue,
  sendScheduledPost,
} from './scheduled-posts.usecases.ts';

/** Starts this node's worker that sends scheduled posts. */
export async function startScheduledPostWorker(jobs: Jobs, context: ScheduledPostsContext): Promise<void> {
  await jobs.work(scheduledPostQueue, ({ postID }) => sendScheduledPost(context, postID));
}
