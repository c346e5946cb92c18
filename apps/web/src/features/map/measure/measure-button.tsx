import type { PartProps } from '../view/open-pictures.ts';
import { ToolButton } from '../view/tool-button.tsx';
import { measureTool } from '../view/tool-commands.ts';

export function MeasureButton(props: PartProps) {
  return <ToolButton {...props} id="measure" command={measureTool} />;
}
