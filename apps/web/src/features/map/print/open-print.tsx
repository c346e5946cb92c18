import type { ComponentProps } from 'react';
import { openDialog } from '../../../registry/dialog.ts';
import { PrintDialog } from './print-dialog.tsx';

/** Asks how what a map shows is to be printed. */
export function openPrint(printed: Omit<ComponentProps<typeof PrintDialog>, 'opened' | 'onClose'>): void {
  openDialog((props) => <PrintDialog {...props} {...printed} />);
}
