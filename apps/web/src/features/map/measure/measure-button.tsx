import { Ruler2Icon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import type { PartProps } from '../view/open-pictures.ts';
import { ToolButton } from '../view/tool-button.tsx';

export function MeasureButton({ picture: { tools } }: PartProps) {
  const t = useText();
  return <ToolButton tools={tools} id="measure" label={t('map.measure.tool')} shortcut="M" icon={<Ruler2Icon />} />;
}
