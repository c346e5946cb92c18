import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { Tooltip, type TooltipProps } from '../overlay/tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The name: spoken, and shown in the tooltip. */
  label: string;
  icon: ReactNode;
  /** Shown in the tooltip and told to assistive technology, as `Ctrl+K`. */
  shortcut?: string;
  size?: 's' | 'm' | 'l';
  /** Pressed state of a toggle. */
  active?: boolean;
  loading?: boolean;
  /** Disabled, and the tooltip says why; the button stays reachable by keyboard. */
  disabledReason?: string;
  tooltipPosition?: TooltipProps['position'];
}

/** A square button that shows only an icon. */
export function IconButton({
  label,
  icon,
  shortcut,
  size = 'm',
  active,
  loading = false,
  disabledReason,
  tooltipPosition,
  className,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const isRefused = loading || disabledReason !== undefined;
  const tip = disabledReason === undefined ? label : `${label}: ${disabledReason}`;
  return (
    <Tooltip label={tip} shortcut={disabledReason === undefined ? shortcut : undefined} position={tooltipPosition}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-pressed={active}
        aria-keyshortcuts={shortcut?.replace('Ctrl', 'Control')}
        aria-disabled={isRefused || undefined}
        aria-busy={loading || undefined}
        className={className ? `g-icon-button ${className}` : 'g-icon-button'}
        data-size={size}
        data-on={active || undefined}
        onClick={(event) => (isRefused ? event.preventDefault() : onClick?.(event))}
      >
        {loading ? <Spinner /> : icon}
      </button>
    </Tooltip>
  );
}
