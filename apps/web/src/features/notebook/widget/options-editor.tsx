import { ArrowDownIcon, ArrowUpIcon, IconButton, TextField, XIcon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { useWords } from './use-draft.ts';

interface OptionsEditorProps {
  options: readonly string[];
  onChange(options: string[]): void;
}

/** The options of a selector, one to a row; what is pasted in several lines becomes several options. */
export function OptionsEditor({ options, onChange }: OptionsEditorProps) {
  const t = useText();
  const add = (text: string) => {
    const wanted = text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (wanted.length > 0 && !options.includes(text.trim())) onChange([...options, ...wanted]);
  };
  const { words: added, type: setAdded, finish } = useWords(add);
  const isKnown = added !== null && options.includes(added.trim());
  return (
    <fieldset className="options-editor">
      <legend>{t('notebook.selector.options')}</legend>
      <ul>
        {options.map((option, index) => (
          <li key={option}>
            <OptionField
              option={option}
              label={t('notebook.selector.option', { number: index + 1 })}
              onChange={(wanted) => onChange(options.map((each, place) => (place === index ? wanted : each)))}
            />
            <IconButton
              size="s"
              label={t('notebook.selector.up', { option })}
              icon={<ArrowUpIcon size={14} />}
              disabledReason={index === 0 ? t('notebook.selector.isFirst') : undefined}
              onClick={() => onChange(moved(options, index, -1))}
            />
            <IconButton
              size="s"
              label={t('notebook.selector.down', { option })}
              icon={<ArrowDownIcon size={14} />}
              disabledReason={index === options.length - 1 ? t('notebook.selector.isLast') : undefined}
              onClick={() => onChange(moved(options, index, 1))}
            />
            <IconButton
              size="s"
              label={t('notebook.selector.remove', { option })}
              icon={<XIcon size={14} />}
              onClick={() => onChange(options.filter((_, place) => place !== index))}
            />
          </li>
        ))}
      </ul>
      <TextField
        size="s"
        aria-label={t('notebook.selector.add')}
        placeholder={t('notebook.selector.add')}
        value={added ?? ''}
        maxLength={500}
        dir="auto"
        error={isKnown && t('notebook.selector.isKnown')}
        onChange={(event) => setAdded(event.currentTarget.value)}
        onBlur={() => {
          if (!isKnown) finish();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isKnown) finish();
        }}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (!/\n/.test(text.trim())) return;
          event.preventDefault();
          setAdded(null);
          add(text);
        }}
      />
    </fieldset>
  );
}

function OptionField({ option, label, onChange }: { option: string; label: string; onChange(option: string): void }) {
  const { words, type, finish } = useWords((typed) => {
    const wanted = typed.trim();
    if (wanted !== '' && wanted !== option) onChange(wanted);
  });
  return (
    <TextField
      size="s"
      aria-label={label}
      value={words ?? option}
      maxLength={500}
      dir="auto"
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
      }}
    />
  );
}

function moved(options: readonly string[], index: number, by: number): string[] {
  const list = [...options];
  const [option] = list.splice(index, 1);
  if (option !== undefined) list.splice(index + by, 0, option);
  return list;
}
