import type { ReactNode } from 'react';
import { AlertCircleIcon, AlertTriangleIcon, CircleCheckIcon, InfoCircleIcon } from '../icons.ts';

const noteIcons = {
  info: InfoCircleIcon,
  success: CircleCheckIcon,
  warning: AlertTriangleIcon,
  error: AlertCircleIcon,
};

export interface NoteProps {
  kind?: keyof typeof noteIcons;
  children: ReactNode;
  /** A button or link at the end. */
  action?: ReactNode;
}

/** A bar of one sentence that stays where it concerns; errors are announced. */
export function Note({ kind = 'info', children, action }: NoteProps) {
  const NoteIcon = noteIcons[kind];
  return (
    <div className="g-note" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <NoteIcon />
      <div className="g-note-text">{children}</div>
      {action}
    </div>
  );
}
