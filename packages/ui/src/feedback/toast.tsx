import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { AlertCircleIcon, CircleCheckIcon, InfoCircleIcon } from '../first-icons.ts';

/** How long a toast stands unless told otherwise, in milliseconds. */
const toastDuration = 5000;

export interface ToastOptions {
  /** Milliseconds; `null` stays until dismissed. */
  duration?: number | null;
  title?: string;
  /** A toast with the same id is replaced, not doubled. */
  id?: string;
}

const icons = { success: CircleCheckIcon, error: AlertCircleIcon, info: InfoCircleIcon };

function show(
  kind: keyof typeof icons,
  message: ReactNode,
  { duration = toastDuration, title, id }: ToastOptions = {},
): string {
  const ToastIcon = icons[kind];
  const data = {
    id,
    title,
    message,
    autoClose: duration ?? (false as const),
    icon: <ToastIcon />,
    className: 'g-toast',
    'data-kind': kind,
    role: kind === 'error' ? 'alert' : 'status',
  };
  if (id !== undefined) notifications.hide(id);
  return notifications.show(data);
}

/** Short messages of status at the end of the screen; each returns its id. State also belongs where the thing is. */
export const toast = {
  success: (message: ReactNode, options?: ToastOptions) => show('success', message, options),
  error: (message: ReactNode, options?: ToastOptions) => show('error', message, options),
  info: (message: ReactNode, options?: ToastOptions) => show('info', message, options),
  dismiss: (id: string) => {
    notifications.hide(id);
  },
};
