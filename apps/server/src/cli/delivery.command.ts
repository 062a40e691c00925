import type { Answer, Body } from '@sealflow/contract';
import type { Arguments } from './arguments.util.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { renderDone, renderOne } from './render.util.ts';
import { formatTime } from './table-text.util.ts';
import { UsageError } from './usage.errors.ts';

type Delivery = Answer<'GET /api/v1/admin/deployment/delivery'>['data'];
type MailServer = Body<'PUT /api/v1/admin/deployment/mail'>;

const defaultSmtpPort = 465;

const toMailRecord = ({ source, server, updatedAt }: Delivery['mail']) => ({
  mail: source,
  server: server && `${server.host}:${server.port} (${server.tls})`,
  username: server?.username,
  password: server && (server.hasPassword ? 'stored' : 'none'),
  from: server?.from,
  'mail changed': formatTime(updatedAt),
});

const toSmsRecord = ({ source, gateway, updatedAt }: Delivery['sms']) => ({
  sms: source,
  gateway: gateway?.url,
  token: gateway && (gateway.hasToken ? 'stored' : 'none'),
  'sms changed': formatTime(updatedAt),
});

/** The first line of the file that `--NAME-file` names, null for `--no-NAME`, undefined without either. */
async function readSecret(args: Arguments, name: string): Promise<string | null | undefined> {
  const secret = (await args.file(`${name}-file`))?.split(/\r?\n/)[0];
  if (args.flag(`no-${name}`) && secret !== undefined)
    throw new UsageError(`--${name}-file and --no-${name} exclude each other`);
  return args.flag(`no-${name}`) ? null : secret;
}

/** The mail server and the SMS gateway that the service stores. Every node uses them without a restart. */
export const deliveryCommands: readonly Command[] = [
  createCallCommand({
    name: 'delivery show',
    summary: 'shows the mail server and the SMS gateway of the service, without their secrets',
    options: {},
    details: ['environment: a variable of the service determines them, and no command changes them.'],
    call: 'GET /api/v1/admin/deployment/delivery',
    buildRequest: () => ({}),
    render: renderOne(({ mail, sms }: Delivery) => ({ ...toMailRecord(mail), ...toSmsRecord(sms) })),
  }),
  createCallCommand({
    name: 'delivery set-mail',
    summary: 'stores the mail server of the service',
    argument: 'HOST',
    options: {
      port: { value: 'N', about: `default ${defaultSmtpPort}` },
      tls: { value: 'MODE', about: 'implicit (default): TLS from the start, or starttls' },
      username: { value: 'NAME', about: 'of the account at the mail server' },
      'password-file': { value: 'FILE', about: 'the password is its first line; - reads the standard input' },
      'no-password': { about: 'deletes the stored password' },
      from: {
        value: 'ADDRESS',
        about: "the sender, such as 'Sealflow <noreply@example.com>'",
        required: true,
      },
    },
    details: ['Without a password option the stored password remains.'],
    call: 'PUT /api/v1/admin/deployment/mail',
    buildRequest: async (args) => ({
      body: {
        host: args.argument(),
        port: args.integer('port') ?? defaultSmtpPort,
        tls: (args.text('tls') ?? 'implicit') as MailServer['tls'],
        username: args.text('username') ?? null,
        from: args.requireText('from'),
        password: await readSecret(args, 'password'),
      },
    }),
    render: renderOne(toMailRecord),
  }),
  createCallCommand({
    name: 'delivery set-sms',
    summary: 'stores the SMS gateway of the service',
    argument: 'URL',
    options: {
      'token-file': {
        value: 'FILE',
        about: 'the bearer token is its first line; - reads the standard input',
      },
      'no-token': { about: 'deletes the stored token' },
    },
    details: ['Without a token option the stored token remains.'],
    call: 'PUT /api/v1/admin/deployment/sms',
    buildRequest: async (args) => ({
      body: { url: args.argument(), token: await readSecret(args, 'token') },
    }),
    render: renderOne(toSmsRecord),
  }),
  createCallCommand({
    name: 'delivery clear-mail',
    summary: 'deletes the stored mail server',
    options: {},
    call: 'DELETE /api/v1/admin/deployment/mail',
    buildRequest: () => ({}),
    render: renderOne(toMailRecord),
  }),
  createCallCommand({
    name: 'delivery clear-sms',
    summary: 'deletes the stored SMS gateway',
    options: {},
    call: 'DELETE /api/v1/admin/deployment/sms',
    buildRequest: () => ({}),
    render: renderOne(toSmsRecord),
  }),
  createCallCommand({
    name: 'delivery test-mail',
    summary: 'sends a test mail by the mail server of the service',
    argument: 'ADDRESS',
    options: {},
    details: ['A server that accepts the mail may still drop it: check whether it arrives.'],
    call: 'POST /api/v1/admin/deployment/actions/test-mail',
    buildRequest: (args) => ({ body: { to: args.argument() } }),
    render: () => renderDone({ sent: true }, 'the mail server accepted the mail'),
  }),
  createCallCommand({
    name: 'delivery test-sms',
    summary: 'sends a test text message by the SMS gateway of the service',
    argument: 'NUMBER',
    options: {},
    call: 'POST /api/v1/admin/deployment/actions/test-sms',
    buildRequest: (args) => ({ body: { to: args.argument() } }),
    render: () => renderDone({ sent: true }, 'the gateway accepted the message'),
  }),
];
