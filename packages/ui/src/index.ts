export { GromaProvider, type GromaProviderProps } from './provider/groma-provider.tsx';
export { useInterface, useNumberFormat, useTexts, type InterfaceContextValue } from './provider/interface-context.ts';
export { englishTexts, fillText, type GridTexts, type UiTexts } from './texts.ts';

export { Button, LinkButton, type ButtonProps, type LinkButtonProps } from './control/button.tsx';
export { IconButton, type IconButtonProps } from './control/icon-button.tsx';
export {
  PasswordField,
  TextArea,
  TextField,
  type PasswordFieldProps,
  type TextAreaProps,
  type TextFieldProps,
} from './control/text-field.tsx';
export { NumberField, type NumberFieldProps } from './control/number-field.tsx';
export { SelectField, distinctOptions, type SelectFieldProps, type SelectOption } from './control/select-field.tsx';
export { Segmented, type SegmentedOption, type SegmentedProps } from './control/segmented.tsx';
export { ColorField, type ColorFieldProps } from './control/color-field.tsx';
export { TagField, type TagFieldProps } from './control/tag-field.tsx';
export { MentionField, type MentionFieldProps } from './control/mention-field.tsx';
export { mentionsIn, type MentionOption } from './control/mention.ts';
export { WebLink, webAddress } from './control/web-link.tsx';
export { CopyButton, type CopyButtonProps } from './control/copy-button.tsx';
export { Check, type CheckProps } from './control/check.tsx';
export { Switch } from './control/switch.tsx';
export { SliderField, type SliderFieldProps } from './control/slider-field.tsx';
export { ResizeHandle, type ResizeHandleProps } from './control/resize-handle.tsx';

export { Avatar, initials, type AvatarProps } from './identity/avatar.tsx';
export { AvatarGroup, type AvatarGroupProps } from './identity/avatar-group.tsx';
export { Card, type CardProps } from './identity/card.tsx';
export { Badge, type BadgeProps } from './identity/badge.tsx';
export { Kbd } from './identity/kbd.tsx';
export { Mark } from './identity/mark.tsx';
export { presenceColor, type PresenceColor } from './identity/presence-color.ts';
export { readToken } from './identity/read-token.ts';

export { Tooltip, type TooltipProps } from './overlay/tooltip.tsx';
export { Truncated, type TruncatedProps } from './overlay/truncated.tsx';
export { Menu, type MenuProps } from './overlay/menu.tsx';
export type { MenuAction, MenuEntry } from './overlay/menu-item.ts';
export { useContextMenu, type ContextMenuPlace, type OpenContextMenu } from './overlay/context-menu.tsx';
export { Dialog, type DialogProps } from './overlay/dialog.tsx';
export { confirm, statusDialog, type StatusDialogOptions } from './overlay/confirm.tsx';
export type { ConfirmOptions } from './overlay/confirm-options.ts';
export { RenameDialog, isNameValid, type RenameDialogProps, type RenameTexts } from './overlay/rename-dialog.tsx';
export { Popover, Tabs, ColorInput, ColorPicker, MultiSelect, Collapse } from '@mantine/core';
export {
  Spotlight,
  createSpotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
export { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks';

export { Spinner } from './feedback/spinner.tsx';
export { ProgressBar, type ProgressBarProps } from './feedback/progress-bar.tsx';
export { Note, type NoteProps } from './feedback/note.tsx';
export { EmptyState, ErrorState, type EmptyStateProps, type ErrorStateProps } from './feedback/empty-state.tsx';
export { Skeleton, SkeletonRows, type SkeletonRowsProps } from './feedback/skeleton.tsx';
export { LoadingScreen, type LoadingScreenProps } from './feedback/loading-screen.tsx';
export { toast, type ToastOptions } from './feedback/toast.tsx';

export { TreeView, type TreeHandle, type TreeRowState, type TreeViewProps } from './tree/tree-view.tsx';
export { flattenTree } from './tree/flatten-tree.ts';
export type { DropPosition, TreeNode, TreeRow } from './tree/tree-node.ts';
export type { TreeRows } from './tree/tree-rows.ts';

export { ColumnFigures } from './grid/column-figures.tsx';
export { parseNumber } from './grid/parse-number.ts';
export { DataGrid, type DataGridHandle, type DataGridProps } from './grid/data-grid.tsx';
export type {
  GridCellEdit,
  GridColumn,
  GridColumnType,
  GridFilter,
  GridOperator,
  GridQuery,
  GridRow,
  GridRowId,
  GridRowValues,
  GridSort,
  GridWindow,
  GridWindowResult,
  ReadGridWindow,
} from './grid/grid-column.ts';
export type { GridPaste } from './grid/paste-cells.ts';

export {
  ActivityIcon,
  AlertCircleIcon,
  AlertTriangleIcon,
  ApiIcon,
  ArrowBackUpIcon,
  ArrowForwardUpIcon,
  ArrowDownIcon,
  ArrowLeftIcon,
  ArrowRightIcon,
  ArrowUpIcon,
  ArrowsVerticalIcon,
  ArrowsSortIcon,
  AtIcon,
  BanIcon,
  BellIcon,
  BookIcon,
  BookmarkIcon,
  BoldIcon,
  BrandGoogleIcon,
  BrandPythonIcon,
  BoxIcon,
  BuildingIcon,
  CalendarIcon,
  ChartBarIcon,
  ChartDotsIcon,
  ChartHistogramIcon,
  ChartLineIcon,
  ChartPieIcon,
  CameraIcon,
  CheckIcon,
  ChevronDownIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ChevronUpIcon,
  CircleIcon,
  CircleCheckIcon,
  CircleDotIcon,
  CircleMinusIcon,
  CirclePlusIcon,
  CircleXIcon,
  ClipboardIcon,
  ClockIcon,
  CloudCheckIcon,
  CloudOffIcon,
  CloudUploadIcon,
  CodeIcon,
  ColumnInsertRightIcon,
  ColumnRemoveIcon,
  Columns3Icon,
  CommandIcon,
  CompassIcon,
  CopyIcon,
  CopyPlusIcon,
  CpuIcon,
  CreditCardIcon,
  CrosshairIcon,
  CubeIcon,
  CutIcon,
  DatabaseIcon,
  DatabaseImportIcon,
  DatabaseOffIcon,
  DeviceDesktopIcon,
  DotsIcon,
  DotsVerticalIcon,
  DownloadIcon,
  EditIcon,
  ExternalLinkIcon,
  EyeIcon,
  EyeMinusIcon,
  EyeOffIcon,
  FileIcon,
  FileCodeIcon,
  FileDescriptionIcon,
  FileExportIcon,
  FileImportIcon,
  FileTextIcon,
  FileTypeCsvIcon,
  FileTypePdfIcon,
  FileZipIcon,
  FilterIcon,
  FilterOffIcon,
  FlagIcon,
  Focus2Icon,
  FocusCenteredIcon,
  FoldIcon,
  FolderIcon,
  FolderOpenIcon,
  FolderPlusIcon,
  FolderUpIcon,
  GaugeIcon,
  GitForkIcon,
  GripVerticalIcon,
  HashIcon,
  HeadingIcon,
  HelpIcon,
  HexagonsIcon,
  HistoryIcon,
  HomeIcon,
  IdIcon,
  InfoCircleIcon,
  ItalicIcon,
  KeyIcon,
  KeyboardIcon,
  LanguageIcon,
  LassoIcon,
  LayersIntersectIcon,
  LayoutColumnsIcon,
  LayoutGridIcon,
  LayoutListIcon,
  LayoutRowsIcon,
  LayoutSidebarIcon,
  LayoutSidebarRightIcon,
  LineIcon,
  LinkIcon,
  ListIcon,
  ListDetailsIcon,
  ListTreeIcon,
  Loader2Icon,
  LockIcon,
  LockOpenIcon,
  LoginIcon,
  LogoutIcon,
  MailIcon,
  MapIcon,
  Map2Icon,
  MapOffIcon,
  MapPinIcon,
  MapPlusIcon,
  MarkdownIcon,
  MathFunctionIcon,
  MaximizeIcon,
  Menu2Icon,
  MessageIcon,
  MessageCircleIcon,
  MessagePlusIcon,
  MinimizeIcon,
  MinusIcon,
  MoodPlusIcon,
  MoonIcon,
  MouseIcon,
  NotebookIcon,
  OvalIcon,
  PackageIcon,
  PaletteIcon,
  PaperclipIcon,
  PencilIcon,
  PhotoIcon,
  PinIcon,
  PlayerPauseIcon,
  PlayerPlayIcon,
  PresentationIcon,
  PrinterIcon,
  PlayerSkipForwardIcon,
  PlayerStopIcon,
  PlugIcon,
  PlugConnectedIcon,
  PlugConnectedXIcon,
  PlusIcon,
  PointIcon,
  PointerIcon,
  PolygonIcon,
  PowerIcon,
  PuzzleIcon,
  QuestionMarkIcon,
  RectangleIcon,
  RefreshIcon,
  RefreshDotIcon,
  ReplaceIcon,
  ReloadIcon,
  RestoreIcon,
  RotateIcon,
  RouteIcon,
  Ruler2Icon,
  SatelliteIcon,
  SchemaIcon,
  SearchIcon,
  SectionIcon,
  SelectorIcon,
  SendIcon,
  Send2Icon,
  ServerIcon,
  SettingsIcon,
  ShareIcon,
  Share3Icon,
  ShieldLockIcon,
  SitemapIcon,
  SortAscendingIcon,
  SortDescendingIcon,
  SparklesIcon,
  SquareIcon,
  SquarePlusIcon,
  Stack2Icon,
  StarIcon,
  SubtaskIcon,
  SunIcon,
  SwitchHorizontalIcon,
  TableIcon,
  TableExportIcon,
  TablePlusIcon,
  TagIcon,
  TemplateIcon,
  Terminal2Icon,
  TextPlusIcon,
  ThumbDownIcon,
  ThumbUpIcon,
  ToggleLeftIcon,
  ToolsIcon,
  TopologyStar3Icon,
  TransformIcon,
  TrashIcon,
  TypographyIcon,
  UnlinkIcon,
  UploadIcon,
  UserIcon,
  UserCheckIcon,
  UserMinusIcon,
  UserPlusIcon,
  UsersIcon,
  MagnetIcon,
  MarqueeIcon,
  VariableIcon,
  VectorIcon,
  VideoIcon,
  WandIcon,
  WifiIcon,
  WifiOffIcon,
  WorldIcon,
  WorldDownloadIcon,
  WorldUploadIcon,
  XIcon,
  ZoomInIcon,
  ZoomInAreaIcon,
  ZoomOutIcon,
  ZoomResetIcon,
  type Icon,
  type IconProps,
} from './icons.ts';
