import type { PartProps } from '../view/open-pictures.ts';
import { ToolButton } from '../view/tool-button.tsx';
import { boxSelect } from '../view/tool-commands.ts';

/** Selecting by a box without Shift. */
export function BoxButton(props: PartProps) {
  return <ToolButton {...props} id="box" command={boxSelect} />;
}
