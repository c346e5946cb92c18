import { Modal } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  /** Names the thing it acts on. */
  title: ReactNode;
  children: ReactNode;
  /** Buttons at the end of the foot, the action last. */
  foot?: ReactNode;
  /** Makes body and foot one form: Enter submits. */
  onSubmit?: () => void;
  /** 440, 560 or 800 px, or all of the screen. */
  size?: 'm' | 'l' | 'xl' | 'full';
  /** Off while something runs that must not be left by accident. */
  closable?: boolean;
}

const widths = { m: 440, l: 560, xl: 800, full: undefined };

/** A dialog over the screen: focus stays inside, Escape closes, the action stands at the end of the foot. */
export function Dialog({ opened, onClose, title, children, foot, onSubmit, size = 'm', closable = true }: DialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit?.();
  };
  const content = (
    <>
      <div className="g-dialog-body">{children}</div>
      {foot && <div className="g-dialog-foot">{foot}</div>}
    </>
  );
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={widths[size]}
      fullScreen={size === 'full'}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      withCloseButton={closable}
    >
      {onSubmit ? (
        <form onSubmit={submit} noValidate>
          {content}
        </form>
      ) : (
        content
      )}
    </Modal>
  );
}
