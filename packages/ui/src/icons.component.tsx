import type { ReactNode } from 'react';

type IconProps = { readonly size?: number };

/** An icon of the given shape, 24 units wide. Icons are decorative: the control around them has the name. */
export function ShapeIcon({ size = 24, children }: IconProps & { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

const icon = (shape: ReactNode) =>
  function Icon({ size }: IconProps) {
    return <ShapeIcon {...(size === undefined ? {} : { size })}>{shape}</ShapeIcon>;
  };

export const BackIcon = icon(<path d="m14.5 5-7 7 7 7" />);
export const ChevronRightIcon = icon(<path d="m9.5 6 6 6-6 6" />);
export const ChevronDownIcon = icon(<path d="m6 9.5 6 6 6-6" />);
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const MoreIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="5.5" cy="12" r="1.6" />
    <circle cx="12" cy="12" r="1.6" />
    <circle cx="18.5" cy="12" r="1.6" />
  </g>,
);
export const SearchIcon = icon(
  <>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5" />
  </>,
);
export const MessagesIcon = icon(<path d="M4 5.5h16v11H12l-4.5 3.5v-3.5H4zM8 9.5h8M8 12.75h5" />);
export const DocumentsIcon = icon(<path d="M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 12.5h6.5M9 16h4.5" />);
export const WorkIcon = icon(
  <>
    <rect x="3.5" y="7.5" width="17" height="12" rx="1.5" />
    <path d="M9 7.5v-3h6v3M3.5 12.5h17M12 11.5v2.5" />
  </>,
);
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6" />
  </>,
);
export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.75" />
  </>,
);
export const EyeOffIcon = icon(
  <path d="M4 4.5 20 20M9.9 5.75A9.5 9.5 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.9 3.6M6.3 7.9A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5a9.5 9.5 0 0 0 4-.9M10.1 10.2a2.75 2.75 0 0 0 3.8 3.9" />,
);
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5v5.5M12 16.25v.01" />
  </>,
);
export const OfflineIcon = icon(
  <path d="M4 4.5 20 20M3 9.5a13.5 13.5 0 0 1 4.5-2.7M11 5.6a13.5 13.5 0 0 1 10 3.9M6 13a9 9 0 0 1 4.5-2.4M15.5 11.4A9 9 0 0 1 18 13M9.2 16.3a4 4 0 0 1 5.6 0M12 19.25v.01" />,
);
export const AnnouncementIcon = icon(
  <path d="M4 10v4.5h3.5L15 19V5.5L7.5 10zM18.5 9a4.5 4.5 0 0 1 0 6.5M8 14.5l1.5 5h2.25" />,
);
export const TaskIcon = icon(
  <>
    <rect x="4.5" y="4" width="15" height="16.5" rx="2" />
    <path d="m8.5 12 2.5 2.5 4.5-5" />
  </>,
);
export const PinIcon = icon(<path d="M9 4h6M10 4v6l-3 3.5V15h10v-1.5L14 10V4M12 15v5.5" />);
export const PlayIcon = icon(<path d="M8 5.5v13l10.5-6.5z" />);
export const StopIcon = icon(<rect x="7" y="7" width="10" height="10" rx="1.5" />);
export const LockIcon = icon(
  <>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
  </>,
);
export const OrganisationIcon = icon(
  <path d="M4.5 20.5v-15L13 3v17.5M13 9.5h6.5v11M3 20.5h18M7.75 8.5h2M7.75 12h2M7.75 15.5h2M16 13h.5M16 16.5h.5" />,
);
export const EmptyIcon = icon(<path d="M4 13.5 6.5 5h11l2.5 8.5V19H4zM4 13.5h5l1.25 2.5h3.5L15 13.5h5" />);
export const PhoneIcon = icon(
  <>
    <rect x="7" y="3" width="10" height="18" rx="2" />
    <path d="M11 18.25h2" />
  </>,
);
export const ComputerIcon = icon(
  <>
    <rect x="3.5" y="4.5" width="17" height="11.5" rx="1.5" />
    <path d="M9 20h6M12 16v4" />
  </>,
);
export const BookmarkIcon = icon(<path d="M7 4.5h10v15l-5-4-5 4z" />);
export const BookmarkFilledIcon = icon(<path fill="currentColor" d="M7 4.5h10v15l-5-4-5 4z" />);
export const AddIcon = icon(<path d="M12 5v14M5 12h14" />);
