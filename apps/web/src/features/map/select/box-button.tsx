import { MarqueeIcon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import type { PartProps } from '../view/open-pictures.ts';
import { ToolButton } from '../view/tool-button.tsx';

/** Selecting by a box without Shift. */
export function BoxButton({ picture: { tools } }: PartProps) {
  const t = useText();
  return <ToolButton tools={tools} id="box" label={t('map.boxSelect')} shortcut="B" icon={<MarqueeIcon />} />;
}
