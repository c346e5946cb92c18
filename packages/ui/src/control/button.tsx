import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from '../feedback/spinner.tsx';

interface ButtonLook {
  variant?: 'primary' | 'default' | 'quiet' | 'danger';
  size?: 's' | 'm' | 'l';
  /** Icon before the text. */
  icon?: ReactNode;
  endIcon?: ReactNode;
  /** Shows the spinner in the icon's place; the button keeps its width and refuses presses. */
  loading?: boolean;
  fullWidth?: boolean;
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'size'> {}
export interface LinkButtonProps extends ButtonLook, Omit<ComponentProps<'a'>, 'size'> {}

function Content({
  icon,
  endIcon,
  loading,
  children,
}: Pick<ButtonLook, 'icon' | 'endIcon' | 'loading'> & { children?: ReactNode }) {
  const start = loading && icon ? <Spinner /> : icon;
  return (
    <>
      {loading && !icon && (
        <span className="g-button-spinner">
          <Spinner />
        </span>
      )}
      {start}
      <span className="g-button-label">{children}</span>
      {endIcon}
    </>
  );
}

/** A press that does something. One primary per panel. */
export function Button({
  variant = 'default',
  size = 'm',
  icon,
  endIcon,
  loading = false,
  fullWidth,
  disabled,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      // What is busy looks busy, not off: its spinner has to be seen. It refuses presses by itself.
      {...rest}
      type={type}
      disabled={disabled && !loading}
      aria-disabled={loading || rest['aria-disabled'] || undefined}
      aria-busy={loading || undefined}
      className={className ? `g-button ${className}` : 'g-button'}
      data-variant={variant}
      data-size={size}
      data-full={fullWidth || undefined}
      data-covered={(loading && !icon) || undefined}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
    >
      <Content icon={icon} endIcon={endIcon} loading={loading}>
        {children}
      </Content>
    </button>
  );
}

/** A link that looks like a button, for what leads to another page. */
export function LinkButton({
  variant = 'default',
  size = 'm',
  icon,
  endIcon,
  loading = false,
  fullWidth,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <a
      {...rest}
      className={className ? `g-button ${className}` : 'g-button'}
      data-variant={variant}
      data-size={size}
      data-full={fullWidth || undefined}
      aria-busy={loading || undefined}
    >
      <Content icon={icon} endIcon={endIcon} loading={loading}>
        {children}
      </Content>
    </a>
  );
}
