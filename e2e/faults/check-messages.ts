import type { PostEntry, Violation } from './journal.ts';

export interface MessageRows {
  readonly channels: readonly { session_id: string; key: string; last_sequence: number }[];
  readonly messages: readonly {
    session_id: string;
    sequence: number;
    post_id: string | null;
    text: string;
  }[];
}

/** Every acknowledged message exists once for each reader, and the numbers of a session have no gap (decision 007). */
export function checkMessages({ channels, messages }: MessageRows, posts: readonly PostEntry[]): Violation[] {
  const violations: Violation[] = [];
  const bySession = Map.groupBy(messages, ({ session_id }) => session_id);
  for (const { session_id, key, last_sequence } of channels) {
    const numbers = (bySession.get(session_id) ?? [])
      .map(({ sequence }) => sequence)
      .toSorted((a, b) => a - b);
    const isComplete =
      numbers.length === last_sequence && numbers.every((number, index) => number === index + 1);
    if (!isComplete) {
      violations.push({
        invariant: 'messages-numbered',
        description: `the session ${key} counts ${last_sequence} messages but has ${numbers.length}, or their numbers have a gap`,
        evidence: numbers,
      });
    }
  }
  const keyOf = new Map(channels.map(({ session_id, key }) => [session_id, key]));
  const byPost = Map.groupBy(messages, ({ post_id }) => post_id);
  for (const { tid, postID, fids, text } of posts) {
    const receivers = (byPost.get(postID) ?? [])
      .filter((one) => one.text === text)
      .map(({ session_id }) => keyOf.get(session_id) ?? '');
    const isDelivered = fids
      ? receivers.toSorted().join() ===
        fids
          .map((fid) => `office:${tid}:${tid}-${fid}`)
          .toSorted()
          .join()
      : receivers.length === 1;
    if (!isDelivered) {
      violations.push({
        invariant: 'messages-kept',
        description: `the acknowledged message ${postID} exists ${receivers.length} times`,
        evidence: { places: receivers, fids },
      });
    }
  }
  return violations;
}

/** Whether a post is addressed to a reader. */
export const isAddressedTo = ({ tid, fids }: PostEntry, reader: { tid: string; fid: string }): boolean =>
  tid === reader.tid && (fids === null || fids.includes(reader.fid));

/** The posts that are addressed to a reader who follows the events and that did not arrive. */
export function unread(
  posts: readonly PostEntry[],
  reader: { tid: string; fid: string; read: ReadonlySet<string> },
): PostEntry[] {
  return posts.filter((post) => isAddressedTo(post, reader) && !reader.read.has(post.text));
}
