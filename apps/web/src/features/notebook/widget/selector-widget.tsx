import { parseTexts, settleSelector, type SelectorSetting } from '@groma/model';
import { IconButton, MultiSelect, SelectField, Switch, XIcon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { OptionsEditor } from './options-editor.tsx';
import { NamingFields } from './setting-fields.tsx';
import { WidgetFrame } from './widget-frame.tsx';
import type { WidgetProps } from './widget-props.ts';

export interface SelectorProps {
  label: string;
  varName: string;
  allowMultiple: boolean;
  options: string;
  selected: string;
}

/** One of some options, or several of them as chips (NBK-100 to NBK-104). */
export function SelectorWidget({
  props: { label, varName, allowMultiple, options, selected },
  isEditable,
  isShadowed,
  onChange,
}: WidgetProps<SelectorProps>) {
  const t = useText();
  const setting = settleSelector({ options: parseTexts(options), selected: parseTexts(selected), allowMultiple }, {});
  const change = (wanted: Partial<SelectorSetting>) => {
    const settled = settleSelector(setting, wanted);
    onChange({
      options: JSON.stringify(settled.options),
      selected: JSON.stringify(settled.selected),
      allowMultiple: settled.allowMultiple,
    });
  };
  const settings = (
    <>
      <NamingFields {...{ label, varName, isShadowed, onChange }} />
      <Switch checked={allowMultiple} onChange={(wanted) => change({ allowMultiple: wanted })}>
        {t('notebook.selector.several')}
      </Switch>
      <OptionsEditor options={setting.options} onChange={(wanted) => change({ options: wanted })} />
    </>
  );
  return (
    <WidgetFrame label={label} varName={varName} isShadowed={isShadowed} isEditable={isEditable} settings={settings}>
      {isEditable ? (
        <Choice label={label} setting={setting} onChange={(wanted) => change({ selected: wanted })} />
      ) : (
        <Chosen selected={setting.selected} />
      )}
    </WidgetFrame>
  );
}

/** One option of some, or several. */
export function Choice({
  label,
  setting: { options, selected, allowMultiple },
  onChange,
}: {
  label: string;
  setting: SelectorSetting;
  onChange(selected: string[]): void;
}) {
  const t = useText();
  const hint = t(options.length === 0 ? 'notebook.selector.noOptions' : 'notebook.selector.choose');
  if (allowMultiple) {
    return (
      <MultiSelect
        className="widget-choice"
        size="sm"
        aria-label={label}
        data={[...options]}
        value={[...selected]}
        placeholder={selected.length === 0 ? hint : ''}
        onChange={onChange}
        searchable={options.length > 8}
        clearable
        nothingFoundMessage={t('notebook.selector.noOptions')}
      />
    );
  }
  return (
    <div className="widget-choice">
      <SelectField
        aria-label={label}
        options={options}
        value={selected[0] ?? null}
        placeholder={hint}
        searchable={options.length > 8}
        disabled={options.length === 0}
        onChange={(option) => onChange([option])}
      />
      {selected.length > 0 && (
        <IconButton label={t('notebook.input.clear', { label })} icon={<XIcon />} onClick={() => onChange([])} />
      )}
    </div>
  );
}

function Chosen({ selected }: { selected: readonly string[] }) {
  const t = useText();
  if (selected.length === 0) return <output className="widget-value">{t('notebook.input.nothing')}</output>;
  return (
    <output className="widget-value widget-chips">
      {selected.map((option) => (
        <span key={option} className="widget-chip" dir="auto">
          {option}
        </span>
      ))}
    </output>
  );
}
