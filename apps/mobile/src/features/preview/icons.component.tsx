import { ShapeIcon as Icon } from '@sealflow/ui/icons.component.tsx';

export const ZoomInIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5M8 10.5h5M10.5 8v5" />
  </Icon>
);
export const ZoomOutIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5M8 10.5h5" />
  </Icon>
);
export const FitIcon = () => (
  <Icon>
    <path d="M4 5v14M20 5v14M7.5 12h9M10 9l-3 3 3 3M14 9l3 3-3 3" />
  </Icon>
);
export const InfoIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5.5M12 7.75v.01" />
  </Icon>
);
export const PrintIcon = () => (
  <Icon>
    <path d="M7 8.5v-5h10v5M7 17H4.5V8.5h15V17H17M7 14h10v6.5H7z" />
  </Icon>
);
export const ContentsIcon = () => (
  <Icon>
    <path d="M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5v.01M4.5 12v.01M4.5 17.5v.01" />
  </Icon>
);
export const ExactPagesIcon = () => (
  <Icon>
    <path d="M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12.5l2 2 4-4" />
  </Icon>
);
export const PagePairsIcon = () => (
  <Icon>
    <path d="M3.5 5h7.5v14H3.5zM13 5h7.5v14H13z" />
  </Icon>
);
export const FullScreenIcon = () => (
  <Icon>
    <path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15" />
  </Icon>
);
export const LeaveFullScreenIcon = () => (
  <Icon>
    <path d="M9 4.5V9H4.5M19.5 9H15V4.5M15 19.5V15h4.5M4.5 15H9v4.5" />
  </Icon>
);
export const PresenterIcon = () => (
  <Icon>
    <path d="M3.5 4.5h17M5 4.5V15h14V4.5M12 15v3M8.5 20.5 12 18l3.5 2.5" />
  </Icon>
);
export const RotateIcon = () => (
  <Icon>
    <path d="M18.5 8.5A7.5 7.5 0 1 0 19.5 12M19 4v4.5h-4.5" />
  </Icon>
);
export const ChevronUpIcon = () => (
  <Icon>
    <path d="m6 14.5 6-6 6 6" />
  </Icon>
);
export const CompareIcon = () => (
  <Icon>
    <path d="M4 5h6.5v14H4zM13.5 5H20v14h-6.5zM6 9h2.5M6 12h2.5M15.5 12H18M15.5 15H18" />
  </Icon>
);
export const SwapIcon = () => (
  <Icon>
    <path d="M4 8.5h15M15.5 5 19 8.5 15.5 12M20 15.5H5M8.5 12 5 15.5 8.5 19" />
  </Icon>
);
export const WhiteSpaceIcon = () => (
  <Icon>
    <path d="M4 12.5V17h16v-4.5M7 6v5M17 6v5" />
  </Icon>
);
