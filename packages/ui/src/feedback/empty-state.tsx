import type { ReactNode } from 'react';
import { PlugConnectedXIcon, RefreshIcon } from '../first-icons.ts';
import { useTexts } from '../provider/interface-context.ts';
import { Button } from '../control/button.tsx';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The one button that starts it. */
  action?: ReactNode;
}

/** What goes here, and the one button that starts it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="g-state">
      {icon}
      <b>{title}</b>
      {children && <span>{children}</span>}
      {action && <div className="g-state-action">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  title: string;
  /** What happened and what to do next. */
  children?: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
  icon?: ReactNode;
}

/** A list or panel that could not load: what happened, to what, with a retry. */
export function ErrorState({ title, children, onRetry, isRetrying, icon }: ErrorStateProps) {
  const texts = useTexts();
  return (
    <div className="g-state" data-error role="alert">
      {icon ?? <PlugConnectedXIcon size={18} />}
      <b>{title}</b>
      {children && <span>{children}</span>}
      {onRetry && (
        <div className="g-state-action">
          <Button size="s" icon={<RefreshIcon size={14} />} loading={isRetrying} onClick={onRetry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
