/** The caller and the tenant of a request. */
export interface Focus {
  readonly caller: string;
  readonly tid: string;
}

/** Known IDs and names by parameter name. With them, a generated request reaches its use case. */
export class KnownThings {
  readonly #values = new Map<string, Set<string>>();
  /** Caller of the next request. Values from the caller's own responses have priority. */
  focus: Focus = { caller: '', tid: '' };

  add(name: string, value: unknown): void {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || text === '' || text.length > 300) return;
    this.#keep(name, text);
    this.#keep(this.#own(name), text);
  }

  of(name: string): readonly string[] {
    if (name === 'tid' && this.focus.tid !== '') return [this.focus.tid];
    const noun = synonyms[name] ?? name;
    return [...(this.#values.get(this.#own(noun)) ?? this.#values.get(noun) ?? [])];
  }

  #own(name: string): string {
    return JSON.stringify([this.focus.caller, this.focus.tid, name]);
  }

  #keep(key: string, text: string): void {
    const values = this.#values.get(key) ?? new Set();
    this.#values.set(key, values);
    values.add(text);
    // The oldest value is dropped, because requests mostly concern recent values.
    const [oldest] = values;
    if (values.size > most && oldest !== undefined) values.delete(oldest);
  }

  /** Stores the values of a response by key; an `id` is stored under the name of its resource. */
  learn(path: string, json: unknown): void {
    this.#learn(nounOf(path), json);
  }

  #learn(noun: string, json: unknown): void {
    if (Array.isArray(json)) {
      for (const item of json) this.#learn(noun, item);
    } else if (typeof json === 'object' && json !== null) {
      for (const [key, value] of Object.entries(json)) {
        if (key === 'id') this.add(`${noun}ID`, value);
        else this.add(key, value);
        this.#learn(key === 'data' ? noun : (nouns[key] ?? key), value);
      }
    }
  }
}

const most = 60;

/** Parameter names that take values of another name. */
const synonyms: Readonly<Record<string, string>> = {
  fids: 'fid',
  approvers: 'fid',
  executors: 'fid',
  cc: 'fid',
  assignee: 'fid',
  owner: 'fid',
  ownerOID: 'fid',
  applicant: 'fid',
  files: 'uri',
  fileID: 'uri',
  roles: 'roleID',
  classification: 'classificationID',
  account: 'username',
  oldPassword: 'password',
};
const nouns: Readonly<Record<string, string>> = {
  tenants: 'tenant',
  lastMsg: 'message',
  myTask: 'task',
  tasks: 'task',
};

/** Resource name of a path: `task` for `/api/v1/tenants/{tid}/user-tasks`. */
function nounOf(path: string): string {
  const last =
    path
      .split('/')
      .findLast((segment) => segment !== '' && !segment.startsWith('{') && segment !== 'actions') ?? '';
  return last
    .replace(/^user-/, '')
    .replace(/^msgs$/, 'message')
    .replace(/s$/, '');
}
