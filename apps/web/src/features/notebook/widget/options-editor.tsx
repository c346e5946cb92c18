import { ArrowDownIcon, ArrowUpIcon, IconButton, TextField, XIcon } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';

interface OptionsEditorProps { options: readonly string[]; onChange(options: string[]): void }

/** The options of a selector, one to a row; what is pasted in several lines becomes several options. */
export function OptionsEditor({ options, onChange }: OptionsEditorProps) {
  const t = useText();
  const [added, setAdded] = useState('');
  const add = (text: string) => {
    const wanted = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== '');
    setAdded('');
    if (wanted.length > 0) onChange([...options, ...wanted]);
  };
  const isKnown = options.includes(added.trim());
  return (
    <fieldset className="options-editor">
      <legend>{t('notebook.selector.options')}</legend>
      <ul>
        {options.map((option, index) => (
          <li key={option}>
            <OptionField option={option} label={t('notebook.selector.option', { number: index + 1 })} onChange={(wanted) => onChange(options.map((each, place) => (place === index ? wanted : each)))} />
            <IconButton size="s" label={t('notebook.selector.up', { option })} icon={<ArrowUpIcon size={14} />} disabledReason={index === 0 ? t('notebook.selector.isFirst') : undefined} onClick={() => onChange(moved(options, index, -1))} />
            <IconButton size="s" label={t('notebook.selector.down', { option })} icon={<ArrowDownIcon size={14} />} disabledReason={index === options.length - 1 ? t('notebook.selector.isLast') : undefined} onClick={() => onChange(moved(options, index, 1))} />
            <IconButton size="s" label={t('notebook.selector.remove', { option })} icon={<XIcon size={14} />} onClick={() => onChange(options.filter((_, place) => place !== index))} />
          </li>
        ))}
      </ul>
      <TextField
        size="s" aria-label={t('notebook.selector.add')} placeholder={t('notebook.selector.add')} value={added} maxLength={500} dir="auto" error={isKnown && t('notebook.selector.isKnown')}
        onChange={(event) => setAdded(event.currentTarget.value)} onBlur={() => { if (!isKnown) add(added); }}
        onKeyDown={(event) => { if (event.key === 'Enter' && !isKnown) add(added); }}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (!/\n/.test(text.trim())) return;
          event.preventDefault();
          add(text);
        }}
      />
    </fieldset>
  );
}

function OptionField({ option, label, onChange }: { option: string; label: string; onChange(option: string): void }) {
  const [draft, setDraft] = useState(option);
  const finish = () => {
    const wanted = draft.trim();
    if (wanted === '' || wanted === option) return setDraft(option);
    onChange(wanted);
  };
  return <TextField size="s" aria-label={label} value={draft} maxLength={500} dir="auto" onChange={(event) => setDraft(event.currentTarget.value)} onBlur={finish} onKeyDown={(event) => { if (event.key === 'Enter') finish(); }} />;
}

function moved(options: readonly string[], index: number, by: number): string[] {
  const list = [...options];
  const [option] = list.splice(index, 1);
  if (option !== undefined) list.splice(index + by, 0, option);
  return list;
}
