import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Message as received, with headers. */
  raw: string;
}

/** A mail server that stores the mails that it receives. */
export interface TestSmtp {
  /** Value for `SMTP_URL`. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Rejects a recipient with this SMTP status. The address `*` means every recipient. */
  refuse(address: string, status: number): void;
  /** Rejects the content of each mail with this SMTP status. */
  refuseContent(status: number): void;
  /** Delays the response to mails to this address until `recover`. The address `*` means every recipient. */
  hold(address: string): void;
  /** Accepts the delayed mails and closes their connections without a response. */
  drop(): void;
  /** Number of delayed mails. */
  readonly held: number;
  /** Accepts connections but sends no greeting. */
  hang(): void;
  /** Ends all simulated failures and delays. */
  recover(): void;
  close(): Promise<void>;
}

export interface TestSmtpOptions {
  /** Asks for this sign-in. */
  login?: { user: string; password: string };
  /** Offers STARTTLS. */
  startTls?: boolean;
  /** Uses TLS from the start, with this certificate of `localhost` in PEM. */
  tls?: { key: Buffer; cert: Buffer };
}

/** Listens on a free port of this machine. */
export async function openTestSmtp({
  login,
  startTls = false,
  tls,
}: TestSmtpOptions = {}): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  const refused = new Map<string, number>();
  let contentStatus = 0;
  let hangs = false;
  const slow = new Set<string>();
  const held: { take: () => void; respond: () => void; port: number }[] = [];
  const lines = new Map<number, Socket>();
  const smtpReply = (status: number | undefined) =>
    status ? Object.assign(new Error('refused by the test'), { responseCode: status }) : null;
  const server = new SMTPServer({
    ...(tls ? { secure: true, ...tls } : {}),
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
      else done(smtpReply(535));
    },
    onRcptTo: ({ address }, _session, done) => done(smtpReply(refused.get(address) ?? refused.get('*'))),
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
        const respond = () => {
          take();
          done(smtpReply(contentStatus));
        };
        if (slow.has('*') || to.some((address) => slow.has(address)))
          held.push({ take, respond, port: remotePort });
        else respond();
      });
    },
  });
  // Clients that time out reset their connections.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  listener.on('connection', (line) => void lines.set(line.remotePort ?? 0, line));
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const user = login ? `${login.user}:${login.password}@` : '';
  return {
    url: tls ? `smtps://${user}localhost:${port}` : `smtp://${user}127.0.0.1:${port}`,
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
      for (const { respond } of held.splice(0)) respond();
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}
