import type { ApplicationType } from '@sealflow/contract';
import { ShapeIcon } from '@sealflow/ui/icons.component.tsx';
import list from '@sealflow/ui/lists/list.module.css';

const sheet = 'M6 3.5h8l4 4v4.5M6 3.5v17h5.5M14 3.5v4h4';
const envelope = 'M3.5 6h17v12h-17zM3.5 7l8.5 6 8.5-6';

const shapes: Readonly<Record<ApplicationType, string>> = {
  file_decryption: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 6.8-1.2M12 14.5v2.5',
  trusted_mail_send: `${envelope}M14.5 16l1.75 1.75L20 14`,
  trusted_mailbox_application: 'M4 9l8-5.5L20 9v11H4zM4 9.5l8 5.5 8-5.5',
  file_to_classification: `${sheet}M14 15.5h6M17.5 13l2.5 2.5-2.5 2.5M9 11h4`,
  file_to_transparent: 'M6 3.5h8l4 4M6 3.5v4M18 7.5v3M6 10.5v3M6 16.5v4h3M12 20.5h3M18 13.5v3M18 19.5v1h-.5',
  file_authorization:
    'M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20c.6-3.6 3-5.5 6.5-5.5 1.3 0 2.4.25 3.4.75M18 13v7M14.5 16.5h7',
  file_out: `${sheet}M14 20.5h6.5M17.25 13v7M14.75 15.5l2.5-2.5 2.5 2.5`,
  gateway_trusted_mail_send:
    'M3.5 5h11v8h-11zM3.5 6l5.5 4 5.5-4M17 9.5l3.5 1.25v3.5c0 3-1.6 5-3.5 6-1.9-1-3.5-3-3.5-6',
  mail_out: 'M3.5 6h17v6M3.5 6v12H12M3.5 7l8.5 6 8.5-6M15 17.5h6M18.5 15l2.5 2.5-2.5 2.5',
  file_watermark_removal:
    'M12 3.5c3.5 4 5.5 6.9 5.5 9.75a5.5 5.5 0 0 1-11 0C6.5 10.4 8.5 7.5 12 3.5M4 4.5l16 16',
  file_marking: 'M4 12.5V4.5h8l8 8-8 8zM8 8.5v.01',
};

/** Decorative: the type's name is shown next to it. */
export function TypeIcon({ type }: { readonly type: ApplicationType }) {
  return (
    <span className={list.tile} data-type={type}>
      <ShapeIcon>
        <path d={shapes[type]} />
      </ShapeIcon>
    </span>
  );
}
