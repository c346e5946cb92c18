import { Tooltip as MantineTooltip, type TooltipProps as MantineTooltipProps } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

interface TooltipBoxProps {
  id: string;
  /** What it names. */
  anchor: HTMLElement;
  isOpen: boolean;
  onClose: () => void;
  position: MantineTooltipProps['position'];
  multiline: boolean | undefined;
  children: ReactNode;
}

/** The tooltip itself, beside an element that stands elsewhere in the page. Escape closes it. */
export function TooltipBox({ id, anchor, isOpen, onClose, position, multiline, children }: TooltipBoxProps) {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen, onClose]);
  return (
    <MantineTooltip
      id={id}
      target={anchor}
      opened={isOpen}
      label={children}
      position={position}
      multiline={multiline}
      maw={multiline ? 320 : undefined}
      classNames={{ tooltip: 'g-tip' }}
    />
  );
}
