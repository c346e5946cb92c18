import { isTouchDevice } from '@blocknote/core';
import { DesktopFormattingToolbarController, FormattingToolbarController } from '@blocknote/react';
import type { FC } from 'react';

/**
 * The toolbar at selected text. What chooses its form by whether a keyboard is on the screen also writes the measures
 * of the window to the root of the page, for which all of a long notebook is laid out anew several times: only where a
 * keyboard can come onto the screen.
 */
export function ToolbarAtSelection({ toolbar }: { toolbar: FC }) {
  const Controller = isTouchDevice() ? FormattingToolbarController : DesktopFormattingToolbarController;
  return <Controller formattingToolbar={toolbar} />;
}
