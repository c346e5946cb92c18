import { Tooltip as MantineTooltip, type TooltipProps as MantineTooltipProps } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

export interface TooltipProps {
  label: ReactNode;
  shortcut?: string;
  position?: MantineTooltipProps['position'];
  disabled?: boolean;
  /** Wraps instead of running on; for whole sentences. */
  multiline?: boolean;
  children: ReactElement;
}

/** A name, and the key that does the same, for what is under the pointer or the focus. */
export function Tooltip({ label, shortcut, position = 'bottom', disabled, multiline, children }: TooltipProps) {
  const content = shortcut ? <>{label} <span className="g-tip-key">{shortcut}</span></> : label;
  return (
    <MantineTooltip label={content} position={position} disabled={disabled} multiline={multiline} maw={multiline ? 320 : undefined}
      events={{ hover: true, focus: true, touch: false }} classNames={{ tooltip: 'g-tip' }}>
      {children}
    </MantineTooltip>
  );
}
