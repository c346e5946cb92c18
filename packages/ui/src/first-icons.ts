/**
 * The icons that the first screen shows. A module goes to the browser as a whole, so those of the other screens stand
 * in `icons.ts` and come with them.
 */
import {
  IconAlertCircle,
  IconArrowsSort,
  IconBuilding,
  IconChevronDown,
  IconCircleCheck,
  IconCopy,
  IconCopyPlus,
  IconDeviceDesktop,
  IconDots,
  IconExternalLink,
  IconHelp,
  IconInfoCircle,
  IconLanguage,
  IconLayoutGrid,
  IconList,
  IconLogout,
  IconMoon,
  IconPencil,
  IconPlugConnectedX,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconSelector,
  IconSettings,
  IconShare,
  IconSun,
  IconTrash,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import { drawn } from './drawn-icon.ts';

export const AlertCircleIcon = /* @__PURE__ */ drawn(IconAlertCircle);
export const ArrowsSortIcon = /* @__PURE__ */ drawn(IconArrowsSort);
export const BuildingIcon = /* @__PURE__ */ drawn(IconBuilding);
export const ChevronDownIcon = /* @__PURE__ */ drawn(IconChevronDown);
export const CircleCheckIcon = /* @__PURE__ */ drawn(IconCircleCheck);
export const CopyIcon = /* @__PURE__ */ drawn(IconCopy);
export const CopyPlusIcon = /* @__PURE__ */ drawn(IconCopyPlus);
export const DeviceDesktopIcon = /* @__PURE__ */ drawn(IconDeviceDesktop);
export const DotsIcon = /* @__PURE__ */ drawn(IconDots);
export const ExternalLinkIcon = /* @__PURE__ */ drawn(IconExternalLink);
export const HelpIcon = /* @__PURE__ */ drawn(IconHelp);
export const InfoCircleIcon = /* @__PURE__ */ drawn(IconInfoCircle);
export const LanguageIcon = /* @__PURE__ */ drawn(IconLanguage);
export const LayoutGridIcon = /* @__PURE__ */ drawn(IconLayoutGrid);
export const ListIcon = /* @__PURE__ */ drawn(IconList);
export const LogoutIcon = /* @__PURE__ */ drawn(IconLogout);
export const MoonIcon = /* @__PURE__ */ drawn(IconMoon);
export const PencilIcon = /* @__PURE__ */ drawn(IconPencil);
export const PlugConnectedXIcon = /* @__PURE__ */ drawn(IconPlugConnectedX);
export const PlusIcon = /* @__PURE__ */ drawn(IconPlus);
export const RefreshIcon = /* @__PURE__ */ drawn(IconRefresh);
export const SearchIcon = /* @__PURE__ */ drawn(IconSearch);
export const SelectorIcon = /* @__PURE__ */ drawn(IconSelector);
export const SettingsIcon = /* @__PURE__ */ drawn(IconSettings);
export const ShareIcon = /* @__PURE__ */ drawn(IconShare);
export const SunIcon = /* @__PURE__ */ drawn(IconSun);
export const TrashIcon = /* @__PURE__ */ drawn(IconTrash);
export const UsersIcon = /* @__PURE__ */ drawn(IconUsers);
export const WorldIcon = /* @__PURE__ */ drawn(IconWorld);
