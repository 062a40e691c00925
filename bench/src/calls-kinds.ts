import { Client } from 'pg';
import { Device, get, manifestOf, post, request } from './calls-client.ts';
import type { CallKind } from './calls-cost.ts';
import { type OpenTask, runAll } from './server-database.ts';

export interface CallsTarget {
  /** The URL of the service. */
  readonly origin: string;
  /** The URL of the database. */
  readonly url: string;
  /** The tokens of the people of the bulk tenant. */
  readonly tokens: readonly string[];
  readonly tasks: OpenTask[];
  /** A distinct push endpoint for each call. */
  readonly subscription: () => object;
}

type Kinds = Readonly<Record<string, CallKind>>;

const demo = { tid: 'huachen', username: 'zhangwei', administrator: 'wangqiang', password: 'Demo@2026' };
const mebibyte = 1024 * 1024;
const fileSize = 8 * mebibyte;
const devices = 100;

/** Every frequent or expensive kind of call. */
export async function serviceCalls(target: CallsTarget): Promise<Kinds> {
  const phones = Array.from({ length: devices + devices / 10 }, () => new Device(target.origin));
  return {
    ...signInCalls(phones),
    ...readCalls(target),
    ...writeCalls(target),
    ...(await fileCalls(target)),
    licence: await licenceCalls(target, phones),
    ...messageCalls(target, phones),
  };
}

function signInCalls(phones: readonly Device[]): Kinds {
  const phoneOf = (number: number) => phones[number % phones.length] as Device;
  return {
    signInNewDevice: {
      count: devices,
      one: (number) => phoneOf(number).signIn(demo.username, demo.password),
    },
    signIn: { count: devices, one: (number) => phoneOf(number).signIn(demo.username, demo.password) },
    refresh: { count: devices, one: (number) => phoneOf(number).refresh() },
  };
}

function readCalls({ origin, url, tokens }: CallsTarget): Kinds {
  const own = (number: number) => tokens[number % tokens.length] ?? '';
  const bulk = `${origin}/api/v1/tenants/t`;
  const count = `${bulk}/user-flows?skip=0&limit=0&state=awaiting_approval`;
  const flows = readFlows(url);
  const ofFlow = async (number: number, what: string) => {
    const { flow, person } = (await flows)[number % 500] as { flow: string; person: number };
    return get(`${bulk}/flows/${flow}${what}`, tokens[person]);
  };
  return {
    countUnknown: { count: 1700, one: (number) => get(count, own(number)) },
    countKnown: { count: 10_000, atOnce: 16, one: (number) => get(count, own(number % 1000)) },
    taskList: {
      count: 1500,
      one: (number) => get(`${bulk}/user-tasks?skip=0&limit=10&state=awaiting&type=approval`, own(number)),
    },
    flowList: { count: 1500, one: (number) => get(`${bulk}/user-flows?skip=0&limit=10`, own(number)) },
    flowSearch: {
      count: 200,
      one: (number) => get(`${bulk}/user-tasks?skip=0&limit=10&keyword=Application%2017`, own(number)),
    },
    flowDetails: { count: 1000, one: (number) => ofFlow(number, '') },
    flowProcess: { count: 1000, one: (number) => ofFlow(number, '/process') },
    currentUser: { count: 1500, one: (number) => get(`${bulk}/current-user`, own(number)) },
    messages: {
      count: 1000,
      one: (number) => get(`${origin}/api/v1/user-msg-sessions?skip=0&limit=10`, own(number)),
    },
  };
}

async function readFlows(url: string): Promise<{ flow: string; person: number }[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ flow: string; person: number }>(
    `select flow_id as flow, substr(applicant_fid, 2)::integer as person from flows where tid = 't' limit 500`,
  );
  await client.end();
  return rows;
}

function writeCalls({ origin, url, tokens, tasks }: CallsTarget): Kinds {
  const bulk = `${origin}/api/v1/tenants/t`;
  const decide = async () => {
    const open = tasks.pop();
    if (!open) throw new Error('there are no tasks left to decide: more rows are needed');
    await post(`${bulk}/tasks/${open.task}/actions/approve`, { note: 'All right' }, tokens[open.person]);
  };
  const used = once(() => useBefore(url));
  return {
    /** Decisions after which most of the people get their first message, and a pseudonym in audit records. */
    decideFirst: { count: 120, one: decide },
    decide: {
      count: 320,
      one: async () => {
        await used();
        await decide();
      },
    },
    apply: {
      count: 300,
      one: (number) =>
        post(
          `${bulk}/user-flows`,
          {
            type: 'trusted_mailbox_application',
            title: `New ${number}`,
            description: 'Please look at it',
            files: [],
            details: { email: `new${number}@mail.example` },
          },
          tokens[1000 + (number % 900)],
        ),
    },
  };
}

/** Cost per MiB. */
async function fileCalls({ origin, tokens }: CallsTarget): Promise<Kinds> {
  const bearer = await post<{ token: string }>(`${origin}/api/v1/tenants/t/file-token`, undefined, tokens[7]);
  const bytes = new Uint8Array(fileSize);
  for (let at = 0; at < fileSize; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  const uris: string[] = [];
  const units = fileSize / mebibyte;
  return {
    uploadMiB: {
      count: 20,
      units,
      atOnce: 2,
      one: async (number) => {
        const body = new FormData();
        body.append('file1', new Blob([bytes]), `sample ${number}.bin`);
        const answer = await request(`${origin}/api/v1/files`, { method: 'POST', body, token: bearer.token });
        uris.push(((await answer.json()) as { uri: string }).uri);
      },
    },
    downloadMiB: {
      count: 60,
      units,
      atOnce: 2,
      one: async (number) => {
        const answer = await request(`${origin}/api/v1/files/${uris[number % uris.length]}`, bearer);
        await answer.arrayBuffer();
      },
    },
  };
}

async function licenceCalls({ origin }: CallsTarget, phones: readonly Device[]): Promise<CallKind> {
  const guest = new Device(origin);
  await guest.signIn(demo.username, demo.password);
  const tenant = `${origin}/api/v1/tenants/${demo.tid}`;
  const flows = await get<{ data: { id: string }[] }>(`${tenant}/user-flows?skip=0&limit=100`, guest.token);
  const bearer = await post<{ token: string }>(`${tenant}/file-token`, undefined, guest.token);
  for (const { id } of flows.data) {
    const files = await get<{ data: { uri: string; encrypted: boolean }[] }>(
      `${tenant}/flows/${id}/files`,
      guest.token,
    );
    const sealed = files.data.find(({ encrypted }) => encrypted);
    if (!sealed) continue;
    const answer = await request(`${origin}/api/v1/files/${sealed.uri}`, bearer);
    const manifest = await manifestOf(new Uint8Array(await answer.arrayBuffer()));
    return {
      count: 300,
      one: (number) => (phones[number % phones.length] as Device).licence(demo.tid, manifest),
    };
  }
  throw new Error('the demo has no application with a sealed file');
}

/** Cost per recipient, registration and stream. */
function messageCalls({ origin, url, tokens, subscription }: CallsTarget, phones: readonly Device[]): Kinds {
  const recipients = Array.from({ length: 500 }, (_, person) => `f${person}`);
  const messages = `${origin}/api/v1/tenants/t/admin/messages`;
  const note = (number: number) => ({ type: 'text', title: `Note ${number}`, text: 'Please read' });
  const made = once(() => makeAdministrator(url));
  const listening = once(() => listen(origin, tokens.slice(0, streams)));
  const registered = once(() => register(origin, phones, subscription));
  return {
    postEach: {
      count: 10,
      units: recipients.length,
      atOnce: 1,
      one: async (number) => {
        await made();
        await post(messages, { ...note(number), fids: recipients }, tokens[0]);
      },
    },
    announce: { count: 100, atOnce: 1, one: (number) => post(messages, note(number), tokens[0]) },
    pushEach: {
      count: 10,
      units: phones.length,
      atOnce: 1,
      one: async (number) => {
        const administrator = await registered();
        await post(`${origin}/api/v1/tenants/${demo.tid}/admin/messages`, note(number), administrator);
      },
    },
    streamEach: {
      count: 10,
      units: streams,
      atOnce: 1,
      one: async (number) => {
        await listening();
        await post(messages, note(1000 + number), tokens[0]);
      },
    },
  };
}

/** Concurrent event streams. */
const streams = 1000;

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => (begun ??= work());
}

/**
 * Gives the people of the bulk tenant what they have after their first day: a session with a message, and a pseudonym. The ids sort
 * before those of new rows, as UUIDs do.
 */
async function useBefore(url: string): Promise<void> {
  await runAll(url, [
    `insert into message_channels (session_id, key, kind, title, titles, tid, aid, last_sequence)
      select 'c-' || aid, 'work:t:' || aid, 'work', '审批通知', '{"en": "Approvals", "zh": "审批通知"}', 't', aid, 1
      from memberships where tid = 't' on conflict (key) do nothing`,
    `insert into messages (session_id, sequence, message_id, type, title, text, idempotency_key, created_at)
      select session_id, 1, 'c-' || aid, 'text', 'Welcome', 'Welcome', 'used', now()
      from message_channels where session_id like 'c-%'`,
    `select count(audit_pseudonym('account', '', aid)), count(audit_pseudonym('member', 't', fid)) from memberships where tid = 't'`,
  ]);
}

/** The first of the bulk tenant's people. */
async function makeAdministrator(url: string): Promise<void> {
  await runAll(url, [
    `insert into roles (tid, role_id, name, rights) values ('t', 'administrators', 'A', '{app_login,Administration/administration}')`,
    `insert into membership_roles (tid, fid, role_id) values ('t', 'f0', 'administrators')`,
  ]);
}

async function listen(origin: string, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    const { body } = await request(`${origin}/api/v1/events`, { token });
    const reader = body?.getReader();
    void (async () => {
      while (!(await reader?.read())?.done);
    })().catch(() => {});
  }
}

/** Registers every phone for pushes. @returns the token of the sender. */
async function register(
  origin: string,
  phones: readonly Device[],
  subscription: () => object,
): Promise<string> {
  for (const { id, token } of phones) {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      sub: string;
    };
    await request(`${origin}/api/v1/devices/${id}/push`, {
      method: 'PUT',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        provider: 'webpush',
        token: JSON.stringify(subscription()),
        alias: claims.sub,
        tags: [claims.sub],
      }),
    });
  }
  const { administrator: username, password } = demo;
  const signedIn = await post<{ token: string }>(`${origin}/api/v1/auth/token`, { username, password });
  return signedIn.token;
}
