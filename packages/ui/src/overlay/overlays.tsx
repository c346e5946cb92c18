export { MenuBox } from './menu-box.tsx';
export { OverlayHost } from './overlay-host.tsx';
export { TooltipBox } from './tooltip-box.tsx';
