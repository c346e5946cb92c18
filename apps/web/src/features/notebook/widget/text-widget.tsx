import { TextField } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { NamingFields } from './setting-fields.tsx';
import { useDraft } from './use-draft.ts';
import { WidgetFrame } from './widget-frame.tsx';
import type { WidgetProps } from './widget-props.ts';

export interface TextProps {
  label: string;
  varName: string;
  text: string;
}

/** A text that code reads (NBK-095). */
export function TextWidget({
  props: { label, varName, text },
  isEditable,
  isShadowed,
  onChange,
}: WidgetProps<TextProps>) {
  const t = useText();
  const draft = useDraft(text, (wanted) => {
    if (wanted !== text) onChange({ text: wanted });
  });
  const settings = <NamingFields {...{ label, varName, isShadowed, onChange }} />;
  return (
    <WidgetFrame label={label} varName={varName} isShadowed={isShadowed} isEditable={isEditable} settings={settings}>
      {isEditable ? (
        <TextField
          aria-label={label}
          value={draft.value}
          maxLength={10_000}
          dir="auto"
          placeholder={t('notebook.input.textHint')}
          onChange={(event) => draft.change(event.currentTarget.value)}
          onBlur={draft.finish}
          onKeyDown={(event) => {
            if (event.key === 'Enter') draft.finish();
          }}
        />
      ) : (
        <output className="widget-value" dir="auto">
          {text === '' ? t('notebook.input.nothing') : text}
        </output>
      )}
    </WidgetFrame>
  );
}
