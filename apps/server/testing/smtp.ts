import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  from: string;
  to: string[];
  /** As it came over the line. */
  raw: string;
}

/** A mail server that keeps what it is sent. */
export interface TestSmtp {
  /** For `SMTP_URL`. */
  readonly url: string;
  readonly mails: readonly TakenMail[];
  /** Answers the recipient with this SMTP status from now on, and every recipient where the address is `*`. */
  refuse(address: string, status: number): void;
  /** Answers each mail's content with this SMTP status from now on. */
  refuseContent(status: number): void;
  /** Does not answer the end of mails to this address, any where it is `*`; takes them where it recovers. */
  hold(address: string): void;
  /** Takes the mails that await their answer, and ends their lines without one. */
  drop(): void;
  /** How many mails await their answer. */
  readonly held: number;
  /** Takes connections and says nothing more from now on. */
  hang(): void;
  /** Takes everything again. */
  recover(): void;
  close(): Promise<void>;
}

export interface TestSmtpOptions {
  /** Asks for this sign-in. */
  login?: { user: string; password: string };
  /** Offers STARTTLS. */
  startTls?: boolean;
}

/** Listens on a free port of this machine. */
export async function openTestSmtp({ login, startTls = false }: TestSmtpOptions = {}): Promise<TestSmtp> {
  const mails: TakenMail[] = [];
  const refused = new Map<string, number>();
  let contentStatus = 0;
  let hangs = false;
  const slow = new Set<string>();
  const held: { take: () => void; answer: () => void; port: number }[] = [];
  const lines = new Map<number, Socket>();
  const answered = (status: number | undefined) =>
    status ? Object.assign(new Error('refused by the test'), { responseCode: status }) : null;
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: startTls ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    logger: false,
    onConnect: (_session, done) => {
      if (!hangs) done();
    },
    onAuth: ({ username, password }, _session, done) => {
      if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(answered(535));
    },
    onRcptTo: ({ address }, _session, done) => done(answered(refused.get(address) ?? refused.get('*'))),
    onData: (stream, { envelope, remotePort }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        const take = () => {
          if (!contentStatus) mails.push({ from, to, raw });
        };
        const answer = () => {
          take();
          done(answered(contentStatus));
        };
        if (slow.has('*') || to.some((address) => slow.has(address)))
          held.push({ take, answer, port: remotePort });
        else answer();
      });
    },
  });
  // Clients that give up reset their connections.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  listener.on('connection', (line) => void lines.set(line.remotePort ?? 0, line));
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const user = login ? `${login.user}:${login.password}@` : '';
  return {
    url: `smtp://${user}127.0.0.1:${port}`,
    mails,
    refuse: (address, status) => void refused.set(address, status),
    refuseContent: (status) => {
      contentStatus = status;
    },
    hold: (address) => void slow.add(address),
    drop: () => {
      for (const { take, port: line } of held.splice(0)) {
        take();
        lines.get(line)?.destroy();
      }
    },
    get held() {
      return held.length;
    },
    hang: () => {
      hangs = true;
    },
    recover: () => {
      refused.clear();
      contentStatus = 0;
      hangs = false;
      slow.clear();
      for (const { answer } of held.splice(0)) answer();
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}
