import { useTexts } from '../../i18n/index.ts';
import { Tag } from '../../kit/page.component.tsx';
import { SmallTable } from '../../kit/small-table.component.tsx';
import { useFormat } from '../../platform/format.hook.ts';
import type { Health } from './health.queries.ts';

type Part<K extends keyof Health> = NonNullable<Health[K]>;

/** The queues that have jobs. */
export function QueueTable({ queues }: { readonly queues: Part<'queues'> }) {
  const { health: texts, common } = useTexts();
  const format = useFormat();
  if (queues.length === 0) return <p>{texts.noQueues}</p>;
  return (
    <SmallTable
      label={texts.parts.queues}
      columns={[
        texts.queue,
        texts.waiting,
        texts.running,
        texts.scheduled,
        texts.retrying,
        texts.failed,
        texts.oldest,
      ]}
      rows={queues.map((one) => ({
        id: one.queue,
        cells: [
          one.queue,
          format.number(one.waiting),
          format.number(one.running),
          format.number(one.scheduled),
          format.number(one.retrying),
          format.number(one.failed),
          one.oldestDueAt === null ? common.none : format.exactTime(one.oldestDueAt),
        ],
      }))}
    />
  );
}

/** The mail server and the SMS gateway, as far as they do not work. */
export function BrokenTransportTable({ broken }: { readonly broken: Part<'delivery'>['broken'] }) {
  const { health: texts, failedDeliveries } = useTexts();
  const format = useFormat();
  const reasons: Readonly<Record<string, string>> = failedDeliveries.reasons;
  if (broken.length === 0) return <p>{texts.transportsWork}</p>;
  return (
    <SmallTable
      label={texts.parts.delivery}
      columns={[texts.transport, texts.cause, texts.failuresSince, texts.brokenSince, texts.lastFailure]}
      rows={broken.map(({ channel, code, failures, since, lastAt }) => ({
        id: channel,
        cells: [
          texts.transports[channel],
          reasons[code] ?? code,
          format.number(failures),
          format.time(since),
          format.time(lastAt),
        ],
      }))}
    />
  );
}

/** Certificates and keys with their expiry. */
export function CertificateTable({ certificates }: { readonly certificates: Part<'certificates'> }) {
  const { health: texts, common } = useTexts();
  const format = useFormat();
  return (
    <SmallTable
      label={texts.parts.certificates}
      columns={[texts.kind, texts.certificate, texts.createAt, texts.expireAt, texts.state]}
      rows={certificates.map(({ kind, name, createAt, expireAt, problem }) => ({
        id: `${kind} ${name}`,
        cells: [
          texts.certificateKinds[kind],
          name,
          createAt === null ? common.unknown : format.time(createAt),
          expireAt === null ? (problem === null ? texts.never : common.unknown) : format.time(expireAt),
          problem === null ? texts.noProblem : <Tag tone="warning">{problem}</Tag>,
        ],
      }))}
    />
  );
}
