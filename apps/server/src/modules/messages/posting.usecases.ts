import type { Message, MessageLink } from '@sealflow/contract';
import type { NotificationKind } from '@sealflow/domain/notifications';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { createTimeOrderedID } from '../../infra/random/time-ordered-id.util.ts';
import * as posting from './posting.repository.ts';
import { messageIDOf, storedEnglish, storedLink } from './stored-message.util.ts';
import { isEmpty, storedText, storedTitles, type Text, translationOf } from './text.usecases.ts';

/** The session of a message; it is created with its first message. */
export interface Channel {
  /** The key of the session, such as `work:<tid>:<aid>`. */
  key: string;
  kind: 'announcement' | 'work' | 'conversation';
  /** The title, as its last message sets it. */
  title: Text;
  tid: string | null;
  /** Null for all active members of `tid`, or for everyone if that is null too. */
  aid: string | null;
}

export interface Post {
  channel: Channel;
  type: Message['type'];
  title: Text;
  text: Text;
  link?: MessageLink | null;
  /** A repeated post with the same key creates no second message. */
  idempotencyKey: string;
  /** Milliseconds since 1970; moved behind the last message of the session if that is not older. */
  createAt: number;
  /** The post that the message is part of, if it was sent by a person. */
  postID?: string;
  /** What its push is about. Default: what its type says. */
  kind?: NotificationKind;
}

/**
 * Posts a message, in the caller's transaction if `db` is one.
 * @throws ServiceError `message.empty_creation`.
 */
export async function postMessage(db: DatabaseHandle, post: Post): Promise<PostResult> {
  const [posted] = await postMessages(db, [post]);
  return posted as PostResult;
}

interface PostOptions {
  readonly isRepeated: boolean;
}

export interface PostResult {
  msgID: string;
  sessionID: string;
}

/**
 * Posts messages in their order, in one transaction and with a constant number of statements.
 * @param options - `isRepeated`: whether the messages may have been posted before. Keys of notices that a task has only once
 *   are not in the index, and are looked up only then.
 * @throws ServiceError `message.empty_creation`; none is posted then.
 */
export async function postMessages(
  db: DatabaseHandle,
  posts: readonly Post[],
  { isRepeated }: PostOptions = { isRepeated: true },
): Promise<PostResult[]> {
  if (posts.some(({ title, text }) => isEmpty(title) && isEmpty(text)))
    throw new ServiceError('message.empty_creation');
  if (posts.length === 0) return [];
  return inTransaction(db, async (transaction) => {
    const form = await posting.selectMessageForm(transaction);
    const keys = [...new Set(posts.map(({ channel }) => channel.key))];
    if (
      !isRepeated &&
      areDifferent(posts) &&
      posts.every(isPostedOnce) &&
      nextMessages(posts).every(isOfOneMoment)
    )
      return postToAdvancedChannels(transaction, posts, form);
    const locked = await posting.lockExistingChannels(transaction, keys);
    const first = await insertChannelsWithMessages(transaction, postsBeside(posts, locked), form);
    // Sessions that another transaction has inserted in the meantime.
    const late = await posting.lockExistingChannels(transaction, first.keysOfOthers);
    const next = await numberNextMessages(transaction, [...locked, ...late], { posts, form, isRepeated });
    await posting.insertMessages(transaction, [...first.messages, ...next.messages], next.channels);
    const results = new Map([...first.results, ...next.results]);
    return posts.map((post) => results.get(post) as PostResult);
  });
}

const isPostedOnce = ({ idempotencyKey }: Post): boolean => posting.isKeyWithoutIndex(idempotencyKey);

const areDifferent = (posts: readonly Post[]): boolean =>
  new Set(posts.map(({ channel, idempotencyKey }) => `${channel.key} ${idempotencyKey}`)).size ===
  posts.length;

/** Messages of a session that are posted together, with times that may move by this much. */
const momentMs = 1000;
const isOfOneMoment = ({ at, firstAt }: { at: Date; firstAt: number }) => at.getTime() - firstAt <= momentMs;

/** Posts messages that were not posted before, without a lock of their sessions before the update. */
async function postToAdvancedChannels(
  transaction: DatabaseTransaction,
  posts: readonly Post[],
  form: posting.MessageForm,
): Promise<PostResult[]> {
  const advanced = await posting.advanceChannels(transaction, nextMessages(posts));
  const others = postsBeside(posts, advanced);
  const first = await insertChannelsWithMessages(transaction, others, form);
  // Sessions that another transaction has inserted in the meantime.
  const lateKeys = new Set(first.keysOfOthers);
  const latePosts = others.filter(({ channel }) => lateKeys.has(channel.key));
  const late = await posting.advanceChannels(transaction, nextMessages(latePosts));
  const channels = [...advanced, ...late];
  const keys = new Set(channels.map(({ key }) => key));
  const known = posts.filter(({ channel }) => keys.has(channel.key));
  const next = numberMessages(known, channels, { existing: new Map(), form });
  await posting.insertMessages(transaction, [...first.messages, ...next.messages], []);
  const results = new Map([...first.results, ...next.results]);
  return posts.map((post) => results.get(post) as PostResult);
}

/** What these posts add to each session. The last time leaves a millisecond for every message after the latest one. */
function nextMessages(posts: readonly Post[]): (posting.NextMessages & { firstAt: number })[] {
  const postsByKey = Map.groupBy(posts, ({ channel }) => channel.key);
  return [...postsByKey].map(([key, ofChannel]) => {
    const { title } = (ofChannel.at(-1) as Post).channel;
    const lastTimes = ofChannel.map(({ createAt }, index) => createAt + ofChannel.length - 1 - index);
    return {
      key,
      count: ofChannel.length,
      at: new Date(Math.max(...lastTimes)),
      firstAt: Math.min(...ofChannel.map(({ createAt }) => createAt)),
      title: storedText(title),
      titles: storedTitles(title),
    };
  });
}

interface PostsInForm {
  readonly posts: readonly Post[];
  readonly form: posting.MessageForm;
}

interface NumberedMessages {
  readonly messages: readonly posting.NewMessage[];
  readonly results: ReadonlyMap<Post, PostResult>;
}

const postsBeside = (posts: readonly Post[], channels: readonly { key: string }[]): Post[] => {
  const keys = new Set(channels.map(({ key }) => key));
  return posts.filter(({ channel }) => !keys.has(channel.key));
};

/**
 * Inserts sessions as their first messages leave them, so that they are not updated at once.
 * @returns the messages, which are not inserted yet. `keysOfOthers`: the sessions that existed.
 */
async function insertChannelsWithMessages(
  transaction: DatabaseTransaction,
  posts: readonly Post[],
  form: posting.MessageForm,
): Promise<NumberedMessages & { keysOfOthers: readonly string[] }> {
  const channels = toNewChannels(posts);
  const { messages, results } = numberMessages(posts, channels, { existing: new Map(), form });
  const inserted = new Set(await posting.insertChannels(transaction, channels));
  const others = new Set(channels.filter(({ key }) => !inserted.has(key)).map((one) => one.session_id));
  return {
    messages: messages.filter((message) => !others.has(message.session_id)),
    results,
    keysOfOthers: channels.map(({ key }) => key).filter((key) => !inserted.has(key)),
  };
}

/** Numbers the messages of sessions that are locked, without those that were posted before. */
async function numberNextMessages(
  transaction: DatabaseTransaction,
  channels: readonly posting.ChannelRow[],
  { posts: allPosts, form, isRepeated }: PostOptions & PostsInForm,
): Promise<NumberedMessages & { channels: readonly posting.ChannelRow[] }> {
  const sessions = new Map(channels.map((row) => [row.key, row.session_id]));
  const posts = allPosts.filter(({ channel }) => sessions.has(channel.key));
  const lookup = posts.map((post) => ({
    sessionID: sessions.get(post.channel.key) ?? '',
    key: post.idempotencyKey,
  }));
  const existing = await posting.selectPostedMessageIDs(transaction, { messageKeys: lookup, isRepeated });
  const { messages, results } = numberMessages(posts, channels, { existing, form });
  const changedSessions = new Set(messages.map((message) => message.session_id));
  return { messages, results, channels: channels.filter((row) => changedSessions.has(row.session_id)) };
}

/**
 * Numbers messages in their order, and moves their sessions to the last one.
 * @param existing - the ids of messages that were posted before, by session and key.
 */
function numberMessages(
  posts: readonly Post[],
  channels: readonly posting.NumberedChannel[],
  { existing, form }: { existing: Map<string, string>; form: posting.MessageForm },
): NumberedMessages {
  const channelsByKey = new Map(channels.map((row) => [row.key, row]));
  const messages: posting.NewMessage[] = [];
  const results = new Map<Post, PostResult>();
  for (const post of posts) {
    const channel = channelsByKey.get(post.channel.key) as posting.NumberedChannel;
    const { session_id: sessionID } = channel;
    const messageKey = `${sessionID} ${post.idempotencyKey}`;
    const before = existing.get(messageKey);
    if (before !== undefined) {
      results.set(post, { msgID: before, sessionID });
      continue;
    }
    const message = toNewMessage(post, channel, form);
    Object.assign(channel, {
      last_sequence: message.sequence,
      updated_at: message.created_at,
      title: storedText(post.channel.title),
      titles: storedTitles(post.channel.title),
    });
    const msgID = messageIDOf(message);
    existing.set(messageKey, msgID);
    messages.push(message);
    results.set(post, { msgID, sessionID });
  }
  return { messages, results };
}

/** The sessions of these posts without messages. */
function toNewChannels(posts: readonly Post[]): posting.NewChannel[] {
  const channels = new Map(posts.map(({ channel, createAt }) => [channel.key, { channel, createAt }]));
  return [...channels.values()].map(({ channel: { key, kind, tid, aid, title }, createAt }) => ({
    key,
    kind,
    tid,
    aid,
    title: storedText(title),
    titles: storedTitles(title),
    session_id: createTimeOrderedID(),
    last_sequence: 0,
    updated_at: new Date(createAt),
  }));
}

function toNewMessage(
  post: Post,
  channel: posting.NumberedChannel,
  form: posting.MessageForm,
): posting.NewMessage {
  const { session_id, last_sequence } = channel;
  // Pagination and read positions use the creation time, so it must be unique and ascending within a session.
  const last = last_sequence === 0 ? Number.NEGATIVE_INFINITY : channel.updated_at.getTime();
  const createdAt = Math.max(post.createAt, last + 1);
  return {
    session_id,
    sequence: last_sequence + 1,
    // The retention of the release before finds old messages by their ids.
    message_id: form.isShort ? null : createTimeOrderedID(createdAt),
    type: post.type,
    title: storedText(post.title),
    text: storedText(post.text),
    ...storedTranslation(post, form),
    ...toLinkColumns(post, form),
    post_id: post.postID ?? null,
    aid: post.channel.aid,
    kind: post.kind ?? null,
    idempotency_key: post.idempotencyKey,
    created_at: new Date(createdAt),
  };
}

function toLinkColumns(
  { link = null, type, channel: { tid }, idempotencyKey: key }: Post,
  { isShort }: posting.MessageForm,
): Pick<posting.NewMessage, 'link' | 'flow_id'> {
  if (isShort) return storedLink(link, { type, tid, key });
  return { link: link && JSON.stringify(link), flow_id: null };
}

/** The English title and text, and the Chinese ones for nodes that do not read them from their columns. */
function storedTranslation(
  post: Post,
  { isShort, hasChineseInColumns }: posting.MessageForm,
): Pick<posting.NewMessage, 'texts' | 'english'> {
  const en = translationOf(post, 'en');
  if (!en) return { texts: null, english: null };
  // The search for posts of administrators reads `texts`.
  const english = isShort && post.postID === undefined ? storedEnglish(en) : null;
  if (english !== null) return { texts: null, english };
  const zh = hasChineseInColumns ? null : translationOf(post, 'zh');
  return { texts: JSON.stringify(zh ? { zh, en } : { en }), english: null };
}
