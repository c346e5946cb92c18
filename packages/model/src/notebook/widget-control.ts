import { escapeHtml as escape } from './escape-html.ts';
import type { WidgetModel } from './widget-state.ts';

type State = Readonly<Record<string, unknown>>;

/** Draws one of Jupyter's own controls with its value; null when it is none of them. */
export function drawControl({ model_name: name, state, buffers }: WidgetModel): string | null {
  const draw = Object.hasOwn(controls, name) ? controls[name as keyof typeof controls] : undefined;
  if (!draw) return null;
  const bytes = buffers?.find(({ path }) => path.length === 1 && path[0] === 'value')?.data;
  return draw(state, bytes);
}

const controls = {
  LabelModel: (state) => described(state, `<span>${text(state['value'])}</span>`),
  HTMLModel: (state) => described(state, `<div>${String(state['value'] ?? '')}</div>`),
  HTMLMathModel: (state) => described(state, `<div>${String(state['value'] ?? '')}</div>`),
  TextModel: field,
  TextareaModel: field,
  ComboboxModel: field,
  IntTextModel: field,
  FloatTextModel: field,
  BoundedIntTextModel: field,
  BoundedFloatTextModel: field,
  PasswordModel: (state) =>
    described(state, `<span class="w-field">${'•'.repeat(Math.min(40, String(state['value'] ?? '').length))}</span>`),
  IntSliderModel: slider,
  FloatSliderModel: slider,
  IntRangeSliderModel: slider,
  FloatRangeSliderModel: slider,
  FloatLogSliderModel: (state) => {
    const [low, high, base] = [Number(state['min'] ?? 0), Number(state['max'] ?? 4), Number(state['base'] ?? 10)];
    return described(
      state,
      track([(Math.log(Number(state['value'])) / Math.log(base) - low) / (high - low)]) +
        readout(state, [Number(state['value'])]),
    );
  },
  IntProgressModel: progress,
  FloatProgressModel: progress,
  PlayModel: (state) => described(state, `<span class="w-button">▶</span><span>${text(state['value'])}</span>`),
  SelectionSliderModel: (state) =>
    described(
      state,
      `${track([place(state['index'], options(state).length)])}<span>${text(options(state)[Number(state['index'])])}</span>`,
    ),
  SelectionRangeSliderModel: (state) => {
    const chosen = numbers(state['index']);
    return described(
      state,
      `${track(chosen.map((index) => place(index, options(state).length)))}<span>${chosen.map((index) => text(options(state)[index])).join(' – ')}</span>`,
    );
  },
  DropdownModel: (state) =>
    described(state, `<span class="w-field">${text(options(state)[Number(state['index'] ?? -1)])} ▾</span>`),
  RadioButtonsModel: (state) =>
    described(
      state,
      `<span>${options(state)
        .map((option, i) => `<span style="display:block">${i === state['index'] ? '◉' : '○'} ${text(option)}</span>`)
        .join('')}</span>`,
    ),
  SelectModel: list,
  SelectMultipleModel: list,
  ToggleButtonsModel: (state) =>
    described(
      state,
      options(state)
        .map((option, i) => `<span class="w-button${i === state['index'] ? ' w-on' : ''}">${text(option)}</span>`)
        .join(''),
    ),
  ToggleButtonModel: (state) =>
    `<span class="w-button${state['value'] === true ? ' w-on' : ''}">${text(state['description'])}</span>`,
  ButtonModel: (state) => `<span class="w-button">${text(state['description'] || '…')}</span>`,
  FileUploadModel: (state) =>
    `<span class="w-button">${text(state['description'] || '…')} (${Array.isArray(state['value']) ? state['value'].length : 0})</span>`,
  CheckboxModel: (state) =>
    `<div class="w-row"><span>${state['value'] === true ? '☑' : '☐'} ${text(state['description'])}</span></div>`,
  ValidModel: (state) =>
    described(state, `<span>${state['value'] === true ? '✓' : `✗ ${text(state['readout'])}`}</span>`),
  ColorPickerModel: (state) =>
    described(state, `${swatch(state['value'])}<span class="w-field">${text(state['value'])}</span>`),
  DatePickerModel: (state) => described(state, `<span class="w-field">${text(day(state['value']))}</span>`),
  TimeModel: (state) => described(state, `<span class="w-field">${text(time(state['value']))}</span>`),
  DatetimeModel: (state) =>
    described(state, `<span class="w-field">${text(`${day(state['value'])} ${time(state['value'])}`.trim())}</span>`),
  NaiveDatetimeModel: (state) =>
    described(state, `<span class="w-field">${text(`${day(state['value'])} ${time(state['value'])}`.trim())}</span>`),
  TagsInputModel: tags,
  IntsInputModel: tags,
  FloatsInputModel: tags,
  ColorsInputModel: (state) =>
    described(
      state,
      itemsOf(state['value'])
        .map((colour) => swatch(colour))
        .join(''),
    ),
  ImageModel: (state, bytes) =>
    media(
      state,
      bytes,
      'image',
      (address) => `<img alt="" src="${address}"${size(state, 'width')}${size(state, 'height')}>`,
    ),
  AudioModel: (state, bytes) => media(state, bytes, 'audio', (address) => `<audio controls src="${address}"></audio>`),
  VideoModel: (state, bytes) =>
    media(
      state,
      bytes,
      'video',
      (address) => `<video controls src="${address}"${size(state, 'width')}${size(state, 'height')}></video>`,
    ),
  ControllerModel: (state) => `<span>${text(state['name'] || '–')}</span>`,
} satisfies Record<string, (state: State, bytes: string | undefined) => string>;

function text(value: unknown): string {
  return typeof value === 'object' ? '' : escape(String(value ?? ''));
}

function described(state: State, control: string): string {
  const name = state['description'];
  const label =
    typeof name !== 'string' || name === ''
      ? ''
      : `<span class="w-name">${state['description_allow_html'] === true ? name : escape(name)}</span>`;
  return `<div class="w-row">${label}${control}</div>`;
}

function field(state: State): string {
  return described(state, `<span class="w-field">${text(state['value'])}</span>`);
}

function list(state: State): string {
  const chosen = new Set(numbers(state['index']));
  return described(
    state,
    `<span class="w-field list">${options(state)
      .map((option, i) => `<span${chosen.has(i) ? ' class="w-on"' : ''}>${text(option)}</span>`)
      .join('')}</span>`,
  );
}

function tags(state: State): string {
  return described(
    state,
    itemsOf(state['value'])
      .map((tag) => `<span class="w-tag">${text(tag)}</span>`)
      .join(''),
  );
}

function slider(state: State): string {
  const values = numbers(state['value']);
  const [low, high] = [Number(state['min'] ?? 0), Number(state['max'] ?? 100)];
  return described(state, track(values.map((value) => (value - low) / (high - low))) + readout(state, values));
}

function readout(state: State, values: readonly number[]): string {
  if (state['readout'] === false) return '';
  const [, digits, form] = /\.(\d{1,2})([fg])/.exec(String(state['readout_format'] ?? '')) ?? [];
  const shown = values.map((value) =>
    form === 'f'
      ? value.toFixed(Number(digits))
      : form === 'g'
        ? String(Number(value.toPrecision(Math.max(1, Number(digits)))))
        : String(value),
  );
  return `<span>${escape(shown.join(' – '))}</span>`;
}

/** A line with a knob at each place, from 0 to 1; between two it is coloured. */
function track(places: readonly number[]): string {
  const [first = 0, second] = places.map((each) => Math.round(Math.min(1, Math.max(0, each || 0)) * 1000) / 10);
  const [from, to] = second === undefined ? [0, first] : [first, second];
  return `<span class="w-track"><i style="inset-inline-start:${from}%;inline-size:${to - from}%"></i>${(second === undefined ? [first] : [first, second]).map((at) => `<b style="inset-inline-start:${at}%"></b>`).join('')}</span>`;
}

function progress(state: State): string {
  const [low, high] = [Number(state['min'] ?? 0), Number(state['max'] ?? 100)];
  const part =
    Math.round(Math.min(1, Math.max(0, (Number(state['value'] ?? 0) - low) / (high - low) || 0)) * 1000) / 10;
  const colours: Record<string, string> = {
    success: '#2e8b57',
    info: '#2a7f86',
    warning: '#c98a1b',
    danger: '#c0392b',
  };
  const colour = colours[String(state['bar_style'])];
  return described(
    state,
    `<span class="w-track w-bar"><i style="inset-inline-start:0;inline-size:${part}%${colour ? `;background:${colour}` : ''}"></i></span>`,
  );
}

function place(index: unknown, count: number): number {
  return count > 1 ? Number(index ?? 0) / (count - 1) : 0;
}

function options(state: State): unknown[] {
  return itemsOf(state['_options_labels']);
}

function numbers(value: unknown): number[] {
  return (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]).map(Number);
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function swatch(colour: unknown): string {
  const name = String(colour ?? '');
  return /^[#\w(),.% -]{1,60}$/.test(name) ? `<span class="w-colour" style="background:${escape(name)}"></span>` : '';
}

function size(state: State, side: 'width' | 'height'): string {
  const value = Number(state[side]);
  return value > 0 ? ` ${side}="${value}"` : '';
}

function media(state: State, bytes: string | undefined, family: string, draw: (address: string) => string): string {
  const format = String(state['format'] ?? '');
  if (!bytes || !/^[\w.+-]{1,40}$/.test(format)) return '';
  return draw(`data:${family}/${format};base64,${bytes}`);
}

/** A date as the widgets keep it: months from 0. */
function day(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const { year, month, date } = value as Record<string, unknown>;
  return typeof year === 'number' ? `${String(year).padStart(4, '0')}-${two(Number(month) + 1)}-${two(date)}` : '';
}

function time(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const { hours, minutes, seconds } = value as Record<string, unknown>;
  return hours === undefined ? '' : `${two(hours)}:${two(minutes)}:${two(seconds)}`;
}

function two(value: unknown): string {
  return String(Number(value ?? 0)).padStart(2, '0');
}
