import { IconButton, MaximizeIcon, MinusIcon, PlusIcon, Ruler2Icon, SelectField, SliderField } from '@groma/ui';
import type { Coloring } from '../../../../platform/scene/point-colors.ts';
import { useText } from '../../../../platform/text.ts';
import { ViewerTools } from '../viewer-frame.tsx';

interface SceneToolsProps {
  /** Empty where the scene has no points. */
  colorings: readonly Coloring[];
  coloring: Coloring;
  onColoring: (coloring: Coloring) => void;
  pointSize: number;
  onPointSize: (pixels: number) => void;
  isMeasuring: boolean;
  onMeasure: (isOn: boolean) => void;
  onZoom: (steps: number) => void;
  onFit: () => void;
}

/** The controls of a scene, in the bar of the panel. */
export function SceneTools(props: SceneToolsProps) {
  const t = useText();
  const { colorings, coloring, pointSize, isMeasuring } = props;
  return (
    <ViewerTools>
      {colorings.length > 0 && (
        <>
          <SelectField
            className="scene-coloring"
            size="s"
            aria-label={t('file.scene.coloring')}
            options={colorings.map((value) => ({ value, label: t(`file.scene.by.${value}`) }))}
            value={coloring}
            onChange={props.onColoring}
          />
          <div className="scene-point-size">
            <SliderField
              label={t('file.scene.pointSize')}
              hideLabel
              withField={false}
              value={pointSize}
              min={1}
              max={12}
              onChange={props.onPointSize}
            />
          </div>
        </>
      )}
      <IconButton
        size="s"
        label={t('file.scene.measure')}
        shortcut="M"
        icon={<Ruler2Icon />}
        active={isMeasuring}
        onClick={() => props.onMeasure(!isMeasuring)}
      />
      <IconButton
        size="s"
        label={t('file.viewer.zoomOut')}
        shortcut="-"
        icon={<MinusIcon />}
        onClick={() => props.onZoom(-2)}
      />
      <IconButton
        size="s"
        label={t('file.viewer.zoomIn')}
        shortcut="+"
        icon={<PlusIcon />}
        onClick={() => props.onZoom(2)}
      />
      <IconButton size="s" label={t('file.viewer.fit')} shortcut="0" icon={<MaximizeIcon />} onClick={props.onFit} />
    </ViewerTools>
  );
}
