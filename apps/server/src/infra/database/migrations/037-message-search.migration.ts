import { type Kysely, sql } from 'kysely';

/**
 * The text of each post in small letters, in both languages, with an index of its parts of one and two characters. Triggers
 * maintain the text, so that nodes of the previous release do too. A post whose last message is deleted loses its text with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table message_posts add column search_text text;
    create function post_text(title text, body text, en jsonb) returns text language sql immutable parallel safe as $$
      select lower(concat_ws(' ', title, body, en ->> 'title', en ->> 'text'))
    $$;

    create function note_scheduled_text() returns trigger language plpgsql as $$
    begin
      new.search_text := post_text(new.content ->> 'title', new.content ->> 'text', nullif(new.content -> 'en', 'null'));
      return new;
    end $$;
    create trigger message_posts_text before insert on message_posts for each row
      when (new.content is not null) execute function note_scheduled_text();

    create function note_post_texts() returns trigger language plpgsql as $$
    begin
      update message_posts as post set search_text = post_text(fresh.title, fresh.text, fresh.texts -> 'en')
      from (select distinct on (post_id) * from added where post_id is not null) as fresh
      where post.post_id = fresh.post_id and post.search_text is null;
      return null;
    end $$;
    create trigger messages_post_text after insert on messages
      referencing new table as added for each statement execute function note_post_texts();

    create function clear_post_texts() returns trigger language plpgsql as $$
    begin
      update message_posts as post set search_text = null
      where post.post_id in (select post_id from removed) and post.content is null
        and not exists (select from messages where messages.post_id = post.post_id);
      return null;
    end $$;
    create trigger messages_post_text_removed after delete on messages
      referencing old table as removed for each statement execute function clear_post_texts();

    lock table messages, message_posts in share row exclusive mode;
    update message_posts as post set search_text = coalesce(
      (select post_text(title, text, texts -> 'en') from messages where messages.post_id = post.post_id limit 1),
      case when content is not null then
        post_text(content ->> 'title', content ->> 'text', nullif(content -> 'en', 'null')) end);

    create function post_grams(tid text, word text) returns text[] language sql immutable parallel safe cost 10000 as $$
      with letters as (
        select letter, lead(letter) over (order by place) as next
        from unnest(string_to_array(word, null)) with ordinality as parts (letter, place))
      select array(
        select coalesce(tid, '') || ' ' || letter from letters union
        select coalesce(tid, '') || ' ' || letter || next from letters where next is not null)
    $$;
    -- The parts that a text with the keyword contains: the keyword itself, or each two of its characters.
    create function keyword_pairs(tid text, keyword text) returns text[] language sql immutable parallel safe as $$
      select array(
        select distinct coalesce(tid, '') || ' ' || substr(lower(keyword), start, 2)
        from generate_series(1, greatest(length(lower(keyword)) - 1, 1)) as start)
    $$;
    create index message_posts_search on message_posts using gin (post_grams(tid, search_text));
  `.execute(db);
}
