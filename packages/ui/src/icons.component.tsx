import { createIcon } from './start-icons.component.tsx';

export {
  AlertIcon,
  BackIcon,
  ChevronRightIcon,
  EmptyIcon,
  EyeIcon,
  EyeOffIcon,
  OfflineIcon,
  OrganisationIcon,
  ShapeIcon,
} from './start-icons.component.tsx';

export const ChevronDownIcon = createIcon(<path d="m6 9.5 6 6 6-6" />);
export const CloseIcon = createIcon(<path d="m6 6 12 12M18 6 6 18" />);
export const CheckIcon = createIcon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const MoreIcon = createIcon(
  <g fill="currentColor" stroke="none">
    <circle cx="5.5" cy="12" r="1.6" />
    <circle cx="12" cy="12" r="1.6" />
    <circle cx="18.5" cy="12" r="1.6" />
  </g>,
);
export const SearchIcon = createIcon(
  <>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5" />
  </>,
);
export const MessagesIcon = createIcon(<path d="M4 5.5h16v11H12l-4.5 3.5v-3.5H4zM8 9.5h8M8 12.75h5" />);
export const DocumentsIcon = createIcon(
  <path d="M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 12.5h6.5M9 16h4.5" />,
);
export const WorkIcon = createIcon(
  <>
    <rect x="3.5" y="7.5" width="17" height="12" rx="1.5" />
    <path d="M9 7.5v-3h6v3M3.5 12.5h17M12 11.5v2.5" />
  </>,
);
export const PersonIcon = createIcon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6" />
  </>,
);
export const AnnouncementIcon = createIcon(
  <path d="M4 10v4.5h3.5L15 19V5.5L7.5 10zM18.5 9a4.5 4.5 0 0 1 0 6.5M8 14.5l1.5 5h2.25" />,
);
export const TaskIcon = createIcon(
  <>
    <rect x="4.5" y="4" width="15" height="16.5" rx="2" />
    <path d="m8.5 12 2.5 2.5 4.5-5" />
  </>,
);
export const PinIcon = createIcon(<path d="M9 4h6M10 4v6l-3 3.5V15h10v-1.5L14 10V4M12 15v5.5" />);
export const PlayIcon = createIcon(<path d="M8 5.5v13l10.5-6.5z" />);
export const StopIcon = createIcon(<rect x="7" y="7" width="10" height="10" rx="1.5" />);
export const LockIcon = createIcon(
  <>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
  </>,
);
export const PhoneIcon = createIcon(
  <>
    <rect x="7" y="3" width="10" height="18" rx="2" />
    <path d="M11 18.25h2" />
  </>,
);
export const ComputerIcon = createIcon(
  <>
    <rect x="3.5" y="4.5" width="17" height="11.5" rx="1.5" />
    <path d="M9 20h6M12 16v4" />
  </>,
);
export const BookmarkIcon = createIcon(<path d="M7 4.5h10v15l-5-4-5 4z" />);
export const BookmarkFilledIcon = createIcon(<path fill="currentColor" d="M7 4.5h10v15l-5-4-5 4z" />);
export const AddIcon = createIcon(<path d="M12 5v14M5 12h14" />);
