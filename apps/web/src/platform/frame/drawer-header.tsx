import { IconButton, XIcon } from '@groma/ui';
import type { ReactNode } from 'react';
import { useText } from '../text.ts';
import './drawer-header.css';

/** The top of every drawer: its name, its tools, and the button that closes it. */
export function DrawerHeader({
  title,
  children,
  onClose,
}: {
  title: string;
  children?: ReactNode;
  onClose?: () => void;
}) {
  const t = useText();
  return (
    <header className="drawer-header">
      <h2>{title}</h2>
      {children}
      {onClose && <IconButton label={t('shell.closeDrawer')} icon={<XIcon />} onClick={onClose} />}
    </header>
  );
}
