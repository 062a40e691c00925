import type { PostNote, Violation } from './journal.ts';

export interface MessageRows {
  readonly channels: readonly { session_id: string; key: string; last_sequence: number }[];
  readonly messages: readonly {
    session_id: string;
    sequence: number;
    post_id: string | null;
    text: string;
  }[];
}

/** Every acknowledged message is there once for each reader, and every session counts without gaps (decision 007). */
export function checkMessages({ channels, messages }: MessageRows, posts: readonly PostNote[]): Violation[] {
  const found: Violation[] = [];
  const bySession = Map.groupBy(messages, ({ session_id }) => session_id);
  for (const { session_id, key, last_sequence } of channels) {
    const numbers = (bySession.get(session_id) ?? [])
      .map(({ sequence }) => sequence)
      .toSorted((a, b) => a - b);
    const isWhole =
      numbers.length === last_sequence && numbers.every((number, index) => number === index + 1);
    if (!isWhole) {
      found.push({
        invariant: 'messages-numbered',
        what: `the session ${key} counts ${last_sequence} messages and has ${numbers.length}, or not from 1 on`,
        evidence: numbers,
      });
    }
  }
  const keyOf = new Map(channels.map(({ session_id, key }) => [session_id, key]));
  const byPost = Map.groupBy(messages, ({ post_id }) => post_id);
  for (const { tid, postID, fids, text } of posts) {
    const places = (byPost.get(postID) ?? [])
      .filter((one) => one.text === text)
      .map(({ session_id }) => keyOf.get(session_id) ?? '');
    const isRight = fids
      ? places.toSorted().join() ===
        fids
          .map((fid) => `office:${tid}:${tid}-${fid}`)
          .toSorted()
          .join()
      : places.length === 1;
    if (!isRight) {
      found.push({
        invariant: 'messages-kept',
        what: `the acknowledged message ${postID} is there ${places.length} times`,
        evidence: { places, fids },
      });
    }
  }
  return found;
}

/** Whom a post is for. */
export const isFor = ({ tid, fids }: PostNote, reader: { tid: string; fid: string }): boolean =>
  tid === reader.tid && (fids === null || fids.includes(reader.fid));

/** Whoever follows the events of an account comes to read all that was sent to it, without asking by themselves. */
export function unread(
  posts: readonly PostNote[],
  reader: { tid: string; fid: string; read: ReadonlySet<string> },
): PostNote[] {
  return posts.filter((post) => isFor(post, reader) && !reader.read.has(post.text));
}
