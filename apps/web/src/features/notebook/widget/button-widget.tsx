import { Button, Switch, toast } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { WordsField } from './setting-fields.tsx';
import { WidgetFrame } from './widget-frame.tsx';
import type { WidgetProps } from './widget-props.ts';

interface ButtonProps {
  label: string;
  text: string;
  functionCall: boolean;
}

/**
 * A button (NBK-097 to NBK-099): it says in the specification's words that calls of functions are to come, or that it
 * calls nothing.
 */
export function ButtonWidget({ props: { label, text, functionCall }, isEditable, onChange }: WidgetProps<ButtonProps>) {
  const t = useText();
  const settings = (
    <>
      <WordsField label={t('notebook.input.label')} value={label} onChange={(wanted) => onChange({ label: wanted })} />
      <WordsField label={t('notebook.button.text')} value={text} onChange={(wanted) => onChange({ text: wanted })} />
      <Switch checked={functionCall} onChange={(wanted) => onChange({ functionCall: wanted })}>
        {t('notebook.button.functionCall')}
      </Switch>
    </>
  );
  const press = () => {
    toast.info(t(functionCall ? 'notebook.button.notImplemented' : 'notebook.button.callsNothing', { label }), {
      id: 'notebook-button',
    });
  };
  return (
    <WidgetFrame label={label} isEditable={isEditable} settings={settings}>
      <Button onClick={press}>{text}</Button>
    </WidgetFrame>
  );
}
