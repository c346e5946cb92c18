import { colorAt, colorMapsByGroup, findColorMap, type ColorMap } from '@groma/model';
import { ChevronDownIcon, Popover, TextField, SearchIcon } from '@groma/ui';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../../../platform/text.ts';
import { toCss } from './color-text.ts';
import './ramp-select.css';

const groups = colorMapsByGroup();

/** The picture of a map: its colours side by side, or from end to end. */
function rampCss(map: ColorMap, isReversed = false): string {
  const direction = isReversed ? 'to left' : 'to right';
  if (map.colors) {
    const part = 100 / map.colors.length;
    return `linear-gradient(${direction}, ${map.colors.map((color, index) => `${toCss(color)} ${index * part}% ${(index + 1) * part}%`).join(', ')})`;
  }
  return `linear-gradient(${direction}, ${Array.from({ length: 17 }, (_, index) => toCss(colorAt(map, index / 16))).join(', ')})`;
}

interface RampSelectProps {
  value: string;
  isReversed: boolean;
  onChange: (map: ColorMap) => void;
  disabled?: boolean;
}

/** Chooses a colour map from the groups (RAS-031). */
export function RampSelect({ value, isReversed, onChange, disabled }: RampSelectProps) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const map = findColorMap(value);
  const choose = (chosen: ColorMap) => {
    onChange(chosen);
    setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
      width={252}
    >
      <Popover.Target>
        <button
          type="button"
          className="style-ramp"
          disabled={disabled}
          aria-haspopup="listbox"
          aria-expanded={opened}
          aria-label={t('style.rampNow', { name: map.label })}
          onClick={() => setOpened(!opened)}
        >
          <span style={{ background: rampCss(map, isReversed) }} />
          <ChevronDownIcon size={14} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className="style-ramp-box">
        <RampList value={map.name} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function RampList({ value, onChoose }: { value: string; onChoose: (map: ColorMap) => void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const shown = groups
    .map(({ group, maps }) => ({ group, maps: maps.filter(({ name }) => name.includes(typed.trim().toLowerCase())) }))
    .filter(({ maps }) => maps.length > 0);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    const at = options.indexOf(document.activeElement as HTMLElement);
    options[Math.min(options.length - 1, Math.max(0, at + step))]?.focus();
  };
  return (
    <div onKeyDown={move}>
      <TextField
        size="s"
        aria-label={t('style.findRamp')}
        placeholder={t('style.findRamp')}
        icon={<SearchIcon size={14} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <div className="style-ramp-list" role="listbox" aria-label={t('style.ramp')} ref={list}>
        {shown.map(({ group, maps }) => (
          <div key={group} role="group" aria-label={t(`style.group.${group}`)}>
            <h4 aria-hidden>{t(`style.group.${group}`)}</h4>
            {maps.map((map) => (
              <button
                key={map.name}
                type="button"
                role="option"
                tabIndex={map.name === value ? 0 : -1}
                aria-selected={map.name === value}
                onClick={() => onChoose(map)}
              >
                <span style={{ background: rampCss(map) }} />
                {map.label}
              </button>
            ))}
          </div>
        ))}
        {shown.length === 0 && <p>{t('style.noRamp')}</p>}
      </div>
    </div>
  );
}
