/**
 * The one icon set: Tabler outline, drawn at stroke 1.5, 16 px in rows and 18 px in rails and toolbars (`size={18}`).
 */
import { drawn } from './drawn-icon.ts';
import {
  IconActivity,
  IconAlertTriangle,
  IconApi,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconArrowsVertical,
  IconAt,
  IconBan,
  IconBell,
  IconBook,
  IconBookmark,
  IconBold,
  IconBrandGoogle,
  IconBrandPython,
  IconBox,
  IconCamera,
  IconCalendar,
  IconChartBar,
  IconChartDots,
  IconChartHistogram,
  IconChartLine,
  IconChartPie,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconChevronUp,
  IconCircle,
  IconCircleDot,
  IconCircleMinus,
  IconCirclePlus,
  IconCircleX,
  IconClipboard,
  IconClock,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUpload,
  IconCode,
  IconColumnInsertRight,
  IconColumnRemove,
  IconColumns3,
  IconCommand,
  IconCompass,
  IconCpu,
  IconCreditCard,
  IconCrosshair,
  IconCube,
  IconCut,
  IconDatabase,
  IconDatabaseImport,
  IconDatabaseOff,
  IconDotsVertical,
  IconDownload,
  IconEdit,
  IconEye,
  IconEyeMinus,
  IconEyeOff,
  IconFile,
  IconFileCode,
  IconFileDescription,
  IconFileExport,
  IconFileImport,
  IconFileText,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconFileZip,
  IconFilter,
  IconFilterOff,
  IconFlag,
  IconFocus2,
  IconFocusCentered,
  IconFold,
  IconFolder,
  IconFolderOpen,
  IconFolderPlus,
  IconFolderUp,
  IconGauge,
  IconGitFork,
  IconGripVertical,
  IconHash,
  IconHeading,
  IconHexagons,
  IconHistory,
  IconHome,
  IconId,
  IconItalic,
  IconKey,
  IconKeyboard,
  IconLasso,
  IconLayersIntersect,
  IconLayoutColumns,
  IconLayoutList,
  IconLayoutRows,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconLine,
  IconLink,
  IconListDetails,
  IconListTree,
  IconLoader2,
  IconLock,
  IconLockOpen,
  IconLogin,
  IconMail,
  IconMap,
  IconMap2,
  IconMapOff,
  IconMapPin,
  IconMapPlus,
  IconMagnet,
  IconMarkdown,
  IconMarquee2,
  IconMathFunction,
  IconMaximize,
  IconMenu2,
  IconMessage,
  IconMessageCircle,
  IconMessagePlus,
  IconMoodPlus,
  IconMinimize,
  IconMinus,
  IconMouse,
  IconNotebook,
  IconOval,
  IconPackage,
  IconPalette,
  IconPaperclip,
  IconPhoto,
  IconPin,
  IconPlayerPause,
  IconPlayerPlay,
  IconPresentation,
  IconPrinter,
  IconPlayerSkipForward,
  IconPlayerStop,
  IconPlug,
  IconPlugConnected,
  IconPoint,
  IconPointer,
  IconPolygon,
  IconPower,
  IconPuzzle,
  IconQuestionMark,
  IconRectangle,
  IconRefreshDot,
  IconReplace,
  IconReload,
  IconRestore,
  IconRotate,
  IconRoute,
  IconRuler2,
  IconSatellite,
  IconSchema,
  IconSection,
  IconSend,
  IconSend2,
  IconServer,
  IconShare3,
  IconShieldLock,
  IconSitemap,
  IconSortAscending,
  IconSortDescending,
  IconSparkles,
  IconSquare,
  IconSquarePlus,
  IconStack2,
  IconStar,
  IconSubtask,
  IconSwitchHorizontal,
  IconTable,
  IconTableExport,
  IconTablePlus,
  IconTag,
  IconTemplate,
  IconTerminal2,
  IconTextPlus,
  IconThumbDown,
  IconThumbUp,
  IconToggleLeft,
  IconTools,
  IconTopologyStar3,
  IconTransform,
  IconTypography,
  IconUnlink,
  IconUpload,
  IconUser,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  IconVariable,
  IconVector,
  IconVideo,
  IconWand,
  IconWifi,
  IconWifiOff,
  IconWorldDownload,
  IconWorldUpload,
  IconX,
  IconZoomIn,
  IconZoomInArea,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';

export { type Icon, type IconProps } from './drawn-icon.ts';
export {
  AlertCircleIcon,
  ArrowsSortIcon,
  BuildingIcon,
  ChevronDownIcon,
  CircleCheckIcon,
  CopyIcon,
  CopyPlusIcon,
  DeviceDesktopIcon,
  DotsIcon,
  ExternalLinkIcon,
  HelpIcon,
  InfoCircleIcon,
  LanguageIcon,
  LayoutGridIcon,
  ListIcon,
  LogoutIcon,
  MoonIcon,
  PencilIcon,
  PlugConnectedXIcon,
  PlusIcon,
  RefreshIcon,
  SearchIcon,
  SelectorIcon,
  SettingsIcon,
  ShareIcon,
  SunIcon,
  TrashIcon,
  UsersIcon,
  WorldIcon,
} from './first-icons.ts';

export const ActivityIcon = /* @__PURE__ */ drawn(IconActivity);
export const AlertTriangleIcon = /* @__PURE__ */ drawn(IconAlertTriangle);
export const ApiIcon = /* @__PURE__ */ drawn(IconApi);
export const ArrowBackUpIcon = /* @__PURE__ */ drawn(IconArrowBackUp);
export const ArrowForwardUpIcon = /* @__PURE__ */ drawn(IconArrowForwardUp);
export const ArrowDownIcon = /* @__PURE__ */ drawn(IconArrowDown);
export const ArrowLeftIcon = /* @__PURE__ */ drawn(IconArrowLeft);
export const ArrowRightIcon = /* @__PURE__ */ drawn(IconArrowRight);
export const ArrowUpIcon = /* @__PURE__ */ drawn(IconArrowUp);
export const ArrowsVerticalIcon = /* @__PURE__ */ drawn(IconArrowsVertical);
export const AtIcon = /* @__PURE__ */ drawn(IconAt);
export const BanIcon = /* @__PURE__ */ drawn(IconBan);
export const BellIcon = /* @__PURE__ */ drawn(IconBell);
export const BookIcon = /* @__PURE__ */ drawn(IconBook);
export const BookmarkIcon = /* @__PURE__ */ drawn(IconBookmark);
export const BoldIcon = /* @__PURE__ */ drawn(IconBold);
export const BrandGoogleIcon = /* @__PURE__ */ drawn(IconBrandGoogle);
export const BrandPythonIcon = /* @__PURE__ */ drawn(IconBrandPython);
export const BoxIcon = /* @__PURE__ */ drawn(IconBox);
export const CalendarIcon = /* @__PURE__ */ drawn(IconCalendar);
export const ChartDotsIcon = /* @__PURE__ */ drawn(IconChartDots);
export const ChartBarIcon = /* @__PURE__ */ drawn(IconChartBar);
export const ChartHistogramIcon = /* @__PURE__ */ drawn(IconChartHistogram);
export const ChartLineIcon = /* @__PURE__ */ drawn(IconChartLine);
export const ChartPieIcon = /* @__PURE__ */ drawn(IconChartPie);
export const CameraIcon = /* @__PURE__ */ drawn(IconCamera);
export const CheckIcon = /* @__PURE__ */ drawn(IconCheck);
export const ChevronLeftIcon = /* @__PURE__ */ drawn(IconChevronLeft);
export const ChevronRightIcon = /* @__PURE__ */ drawn(IconChevronRight);
export const ChevronUpIcon = /* @__PURE__ */ drawn(IconChevronUp);
export const CircleIcon = /* @__PURE__ */ drawn(IconCircle);
export const CircleDotIcon = /* @__PURE__ */ drawn(IconCircleDot);
export const CircleMinusIcon = /* @__PURE__ */ drawn(IconCircleMinus);
export const CirclePlusIcon = /* @__PURE__ */ drawn(IconCirclePlus);
export const CircleXIcon = /* @__PURE__ */ drawn(IconCircleX);
export const ClipboardIcon = /* @__PURE__ */ drawn(IconClipboard);
export const ClockIcon = /* @__PURE__ */ drawn(IconClock);
export const CloudCheckIcon = /* @__PURE__ */ drawn(IconCloudCheck);
export const CloudOffIcon = /* @__PURE__ */ drawn(IconCloudOff);
export const CloudUploadIcon = /* @__PURE__ */ drawn(IconCloudUpload);
export const CodeIcon = /* @__PURE__ */ drawn(IconCode);
export const ColumnInsertRightIcon = /* @__PURE__ */ drawn(IconColumnInsertRight);
export const ColumnRemoveIcon = /* @__PURE__ */ drawn(IconColumnRemove);
export const Columns3Icon = /* @__PURE__ */ drawn(IconColumns3);
export const CommandIcon = /* @__PURE__ */ drawn(IconCommand);
export const CompassIcon = /* @__PURE__ */ drawn(IconCompass);
export const CpuIcon = /* @__PURE__ */ drawn(IconCpu);
export const CreditCardIcon = /* @__PURE__ */ drawn(IconCreditCard);
export const CrosshairIcon = /* @__PURE__ */ drawn(IconCrosshair);
export const CubeIcon = /* @__PURE__ */ drawn(IconCube);
export const CutIcon = /* @__PURE__ */ drawn(IconCut);
export const DatabaseIcon = /* @__PURE__ */ drawn(IconDatabase);
export const DatabaseImportIcon = /* @__PURE__ */ drawn(IconDatabaseImport);
export const DatabaseOffIcon = /* @__PURE__ */ drawn(IconDatabaseOff);
export const DotsVerticalIcon = /* @__PURE__ */ drawn(IconDotsVertical);
export const DownloadIcon = /* @__PURE__ */ drawn(IconDownload);
export const EditIcon = /* @__PURE__ */ drawn(IconEdit);
export const EyeIcon = /* @__PURE__ */ drawn(IconEye);
export const EyeMinusIcon = /* @__PURE__ */ drawn(IconEyeMinus);
export const EyeOffIcon = /* @__PURE__ */ drawn(IconEyeOff);
export const FileIcon = /* @__PURE__ */ drawn(IconFile);
export const FileCodeIcon = /* @__PURE__ */ drawn(IconFileCode);
export const FileDescriptionIcon = /* @__PURE__ */ drawn(IconFileDescription);
export const FileExportIcon = /* @__PURE__ */ drawn(IconFileExport);
export const FileImportIcon = /* @__PURE__ */ drawn(IconFileImport);
export const FileTextIcon = /* @__PURE__ */ drawn(IconFileText);
export const FileTypeCsvIcon = /* @__PURE__ */ drawn(IconFileTypeCsv);
export const FileTypePdfIcon = /* @__PURE__ */ drawn(IconFileTypePdf);
export const FileZipIcon = /* @__PURE__ */ drawn(IconFileZip);
export const FilterIcon = /* @__PURE__ */ drawn(IconFilter);
export const FilterOffIcon = /* @__PURE__ */ drawn(IconFilterOff);
export const FlagIcon = /* @__PURE__ */ drawn(IconFlag);
export const Focus2Icon = /* @__PURE__ */ drawn(IconFocus2);
export const FocusCenteredIcon = /* @__PURE__ */ drawn(IconFocusCentered);
export const FoldIcon = /* @__PURE__ */ drawn(IconFold);
export const FolderIcon = /* @__PURE__ */ drawn(IconFolder);
export const FolderOpenIcon = /* @__PURE__ */ drawn(IconFolderOpen);
export const FolderPlusIcon = /* @__PURE__ */ drawn(IconFolderPlus);
export const FolderUpIcon = /* @__PURE__ */ drawn(IconFolderUp);
export const GaugeIcon = /* @__PURE__ */ drawn(IconGauge);
export const GitForkIcon = /* @__PURE__ */ drawn(IconGitFork);
export const GripVerticalIcon = /* @__PURE__ */ drawn(IconGripVertical);
export const HashIcon = /* @__PURE__ */ drawn(IconHash);
export const HeadingIcon = /* @__PURE__ */ drawn(IconHeading);
export const HexagonsIcon = /* @__PURE__ */ drawn(IconHexagons);
export const HistoryIcon = /* @__PURE__ */ drawn(IconHistory);
export const HomeIcon = /* @__PURE__ */ drawn(IconHome);
export const IdIcon = /* @__PURE__ */ drawn(IconId);
export const ItalicIcon = /* @__PURE__ */ drawn(IconItalic);
export const KeyIcon = /* @__PURE__ */ drawn(IconKey);
export const KeyboardIcon = /* @__PURE__ */ drawn(IconKeyboard);
export const LassoIcon = /* @__PURE__ */ drawn(IconLasso);
export const LayersIntersectIcon = /* @__PURE__ */ drawn(IconLayersIntersect);
export const LayoutColumnsIcon = /* @__PURE__ */ drawn(IconLayoutColumns);
export const LayoutListIcon = /* @__PURE__ */ drawn(IconLayoutList);
export const LayoutRowsIcon = /* @__PURE__ */ drawn(IconLayoutRows);
export const LayoutSidebarIcon = /* @__PURE__ */ drawn(IconLayoutSidebar);
export const LayoutSidebarRightIcon = /* @__PURE__ */ drawn(IconLayoutSidebarRight);
export const LineIcon = /* @__PURE__ */ drawn(IconLine);
export const LinkIcon = /* @__PURE__ */ drawn(IconLink);
export const ListDetailsIcon = /* @__PURE__ */ drawn(IconListDetails);
export const ListTreeIcon = /* @__PURE__ */ drawn(IconListTree);
export const Loader2Icon = /* @__PURE__ */ drawn(IconLoader2);
export const LockIcon = /* @__PURE__ */ drawn(IconLock);
export const LockOpenIcon = /* @__PURE__ */ drawn(IconLockOpen);
export const LoginIcon = /* @__PURE__ */ drawn(IconLogin);
export const MailIcon = /* @__PURE__ */ drawn(IconMail);
export const MapIcon = /* @__PURE__ */ drawn(IconMap);
export const Map2Icon = /* @__PURE__ */ drawn(IconMap2);
export const MapOffIcon = /* @__PURE__ */ drawn(IconMapOff);
export const MapPinIcon = /* @__PURE__ */ drawn(IconMapPin);
export const MapPlusIcon = /* @__PURE__ */ drawn(IconMapPlus);
export const MagnetIcon = /* @__PURE__ */ drawn(IconMagnet);
export const MarkdownIcon = /* @__PURE__ */ drawn(IconMarkdown);
export const MarqueeIcon = /* @__PURE__ */ drawn(IconMarquee2);
export const MathFunctionIcon = /* @__PURE__ */ drawn(IconMathFunction);
export const MaximizeIcon = /* @__PURE__ */ drawn(IconMaximize);
export const Menu2Icon = /* @__PURE__ */ drawn(IconMenu2);
export const MessageIcon = /* @__PURE__ */ drawn(IconMessage);
export const MessageCircleIcon = /* @__PURE__ */ drawn(IconMessageCircle);
export const MessagePlusIcon = /* @__PURE__ */ drawn(IconMessagePlus);
export const MoodPlusIcon = /* @__PURE__ */ drawn(IconMoodPlus);
export const MinimizeIcon = /* @__PURE__ */ drawn(IconMinimize);
export const MinusIcon = /* @__PURE__ */ drawn(IconMinus);
export const MouseIcon = /* @__PURE__ */ drawn(IconMouse);
export const NotebookIcon = /* @__PURE__ */ drawn(IconNotebook);
export const OvalIcon = /* @__PURE__ */ drawn(IconOval);
export const PackageIcon = /* @__PURE__ */ drawn(IconPackage);
export const PaletteIcon = /* @__PURE__ */ drawn(IconPalette);
export const PaperclipIcon = /* @__PURE__ */ drawn(IconPaperclip);
export const PhotoIcon = /* @__PURE__ */ drawn(IconPhoto);
export const PinIcon = /* @__PURE__ */ drawn(IconPin);
export const PlayerPauseIcon = /* @__PURE__ */ drawn(IconPlayerPause);
export const PlayerPlayIcon = /* @__PURE__ */ drawn(IconPlayerPlay);
export const PresentationIcon = /* @__PURE__ */ drawn(IconPresentation);
export const PrinterIcon = /* @__PURE__ */ drawn(IconPrinter);
export const PlayerSkipForwardIcon = /* @__PURE__ */ drawn(IconPlayerSkipForward);
export const PlayerStopIcon = /* @__PURE__ */ drawn(IconPlayerStop);
export const PlugIcon = /* @__PURE__ */ drawn(IconPlug);
export const PlugConnectedIcon = /* @__PURE__ */ drawn(IconPlugConnected);
export const PointIcon = /* @__PURE__ */ drawn(IconPoint);
export const PointerIcon = /* @__PURE__ */ drawn(IconPointer);
export const PolygonIcon = /* @__PURE__ */ drawn(IconPolygon);
export const PowerIcon = /* @__PURE__ */ drawn(IconPower);
export const PuzzleIcon = /* @__PURE__ */ drawn(IconPuzzle);
export const QuestionMarkIcon = /* @__PURE__ */ drawn(IconQuestionMark);
export const RectangleIcon = /* @__PURE__ */ drawn(IconRectangle);
export const RefreshDotIcon = /* @__PURE__ */ drawn(IconRefreshDot);
export const ReplaceIcon = /* @__PURE__ */ drawn(IconReplace);
export const ReloadIcon = /* @__PURE__ */ drawn(IconReload);
export const RestoreIcon = /* @__PURE__ */ drawn(IconRestore);
export const RotateIcon = /* @__PURE__ */ drawn(IconRotate);
export const RouteIcon = /* @__PURE__ */ drawn(IconRoute);
export const Ruler2Icon = /* @__PURE__ */ drawn(IconRuler2);
export const SatelliteIcon = /* @__PURE__ */ drawn(IconSatellite);
export const SchemaIcon = /* @__PURE__ */ drawn(IconSchema);
export const SectionIcon = /* @__PURE__ */ drawn(IconSection);
export const SendIcon = /* @__PURE__ */ drawn(IconSend);
export const Send2Icon = /* @__PURE__ */ drawn(IconSend2);
export const ServerIcon = /* @__PURE__ */ drawn(IconServer);
export const Share3Icon = /* @__PURE__ */ drawn(IconShare3);
export const ShieldLockIcon = /* @__PURE__ */ drawn(IconShieldLock);
export const SitemapIcon = /* @__PURE__ */ drawn(IconSitemap);
export const SortAscendingIcon = /* @__PURE__ */ drawn(IconSortAscending);
export const SortDescendingIcon = /* @__PURE__ */ drawn(IconSortDescending);
export const SparklesIcon = /* @__PURE__ */ drawn(IconSparkles);
export const SquareIcon = /* @__PURE__ */ drawn(IconSquare);
export const SquarePlusIcon = /* @__PURE__ */ drawn(IconSquarePlus);
export const Stack2Icon = /* @__PURE__ */ drawn(IconStack2);
export const StarIcon = /* @__PURE__ */ drawn(IconStar);
export const SubtaskIcon = /* @__PURE__ */ drawn(IconSubtask);
export const SwitchHorizontalIcon = /* @__PURE__ */ drawn(IconSwitchHorizontal);
export const TableIcon = /* @__PURE__ */ drawn(IconTable);
export const TableExportIcon = /* @__PURE__ */ drawn(IconTableExport);
export const TablePlusIcon = /* @__PURE__ */ drawn(IconTablePlus);
export const TagIcon = /* @__PURE__ */ drawn(IconTag);
export const TemplateIcon = /* @__PURE__ */ drawn(IconTemplate);
export const Terminal2Icon = /* @__PURE__ */ drawn(IconTerminal2);
export const TextPlusIcon = /* @__PURE__ */ drawn(IconTextPlus);
export const ThumbDownIcon = /* @__PURE__ */ drawn(IconThumbDown);
export const ThumbUpIcon = /* @__PURE__ */ drawn(IconThumbUp);
export const ToggleLeftIcon = /* @__PURE__ */ drawn(IconToggleLeft);
export const ToolsIcon = /* @__PURE__ */ drawn(IconTools);
export const TopologyStar3Icon = /* @__PURE__ */ drawn(IconTopologyStar3);
export const TransformIcon = /* @__PURE__ */ drawn(IconTransform);
export const TypographyIcon = /* @__PURE__ */ drawn(IconTypography);
export const UnlinkIcon = /* @__PURE__ */ drawn(IconUnlink);
export const UploadIcon = /* @__PURE__ */ drawn(IconUpload);
export const UserIcon = /* @__PURE__ */ drawn(IconUser);
export const UserCheckIcon = /* @__PURE__ */ drawn(IconUserCheck);
export const UserMinusIcon = /* @__PURE__ */ drawn(IconUserMinus);
export const UserPlusIcon = /* @__PURE__ */ drawn(IconUserPlus);
export const VariableIcon = /* @__PURE__ */ drawn(IconVariable);
export const VectorIcon = /* @__PURE__ */ drawn(IconVector);
export const VideoIcon = /* @__PURE__ */ drawn(IconVideo);
export const WandIcon = /* @__PURE__ */ drawn(IconWand);
export const WifiIcon = /* @__PURE__ */ drawn(IconWifi);
export const WifiOffIcon = /* @__PURE__ */ drawn(IconWifiOff);
export const WorldDownloadIcon = /* @__PURE__ */ drawn(IconWorldDownload);
export const WorldUploadIcon = /* @__PURE__ */ drawn(IconWorldUpload);
export const XIcon = /* @__PURE__ */ drawn(IconX);
export const ZoomInIcon = /* @__PURE__ */ drawn(IconZoomIn);
export const ZoomInAreaIcon = /* @__PURE__ */ drawn(IconZoomInArea);
export const ZoomOutIcon = /* @__PURE__ */ drawn(IconZoomOut);
export const ZoomResetIcon = /* @__PURE__ */ drawn(IconZoomReset);
