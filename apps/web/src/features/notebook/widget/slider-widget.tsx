import { settleSlider, type SliderSetting } from '@groma/model';
import { NumberField, SliderField, useNumberFormat } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { NamingFields } from './setting-fields.tsx';
import { useDraft } from './use-draft.ts';
import { WidgetFrame } from './widget-frame.tsx';
import type { WidgetProps } from './widget-props.ts';

export interface SliderProps extends SliderSetting {
  label: string;
  varName: string;
}

/** A number between two ends (NBK-091 to NBK-094). */
export function SliderWidget({ props, isEditable, isShadowed, onChange }: WidgetProps<SliderProps>) {
  const t = useText();
  const number = useNumberFormat({ maximumFractionDigits: 12 });
  const { label, varName, ...given } = props;
  const setting = settleSlider(given, {});
  const change = (wanted: Partial<SliderSetting>) => {
    const settled = settleSlider(setting, wanted);
    if ((Object.keys(settled) as (keyof SliderSetting)[]).some((name) => settled[name] !== given[name]))
      onChange(settled);
  };
  const draft = useDraft(setting.value, (value) => change({ value }));
  const settings = (
    <>
      <NamingFields {...{ label, varName, isShadowed, onChange }} />
      <div className="widget-row">
        {(['min', 'max', 'step'] as const).map((name) => (
          <EndField
            key={name}
            label={t(`notebook.slider.${name}`)}
            value={setting[name]}
            isPositive={name === 'step'}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
    </>
  );
  return (
    <WidgetFrame label={label} varName={varName} isShadowed={isShadowed} isEditable={isEditable} settings={settings}>
      {isEditable ? (
        <div className="widget-slider">
          <SliderField
            label={label}
            hideLabel
            withField={false}
            value={draft.value}
            min={setting.min}
            max={setting.max}
            step={setting.step}
            onChange={draft.change}
            onChangeEnd={(value) => {
              draft.change(value);
              draft.finish();
            }}
          />
          <EndField
            label={t('notebook.slider.valueOf', { label })}
            hideLabel
            value={draft.value}
            onChange={(value) => {
              draft.finish();
              change({ value });
            }}
            step={setting.step}
          />
        </div>
      ) : (
        <output className="widget-value">{number.format(setting.value)}</output>
      )}
    </WidgetFrame>
  );
}

interface EndFieldProps {
  label: string;
  hideLabel?: boolean;
  value: number;
  step?: number;
  isPositive?: boolean;
  onChange(value: number): void;
}

/** A number that is taken when the field is left or Enter is pressed, so that `-5` may be typed sign by sign. */
function EndField({ label, hideLabel = false, value, step, isPositive = false, onChange }: EndFieldProps) {
  const draft = useDraftNumber(value, isPositive, onChange);
  return (
    <NumberField
      size="s"
      className="widget-number"
      {...(hideLabel ? { 'aria-label': label } : { label })}
      value={draft.value}
      {...(step !== undefined && { step })}
      hideControls={false}
      onChange={draft.change}
      onBlur={draft.finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') draft.finish();
      }}
    />
  );
}

function useDraftNumber(value: number, isPositive: boolean, onChange: (value: number) => void) {
  const [draft, setDraft] = useState<{ number: number | null } | null>(null);
  return {
    value: draft ? draft.number : value,
    change: (number: number | null) => {
      if (number !== (draft ? draft.number : value)) setDraft({ number });
    },
    finish: () => {
      const wanted = draft?.number;
      setDraft(null);
      if (wanted !== null && wanted !== undefined && wanted !== value && (!isPositive || wanted > 0)) onChange(wanted);
    },
  };
}
