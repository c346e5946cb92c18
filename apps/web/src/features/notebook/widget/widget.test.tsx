import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ComponentType } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ButtonWidget } from './button-widget.tsx';
import { Calendar } from './calendar.tsx';
import { DateWidget, type DateProps } from './date-widget.tsx';
import { namesOfInputs } from '../block/input-names.ts';
import { shadowedBlocks } from './name-watch.ts';
import { OptionsEditor } from './options-editor.tsx';
import { SelectorWidget, type SelectorProps } from './selector-widget.tsx';
import { VariableField, WordsField } from './setting-fields.tsx';
import { SliderWidget, type SliderProps } from './slider-widget.tsx';
import { TextWidget, type TextProps } from './text-widget.tsx';
import { unusedReason } from './widget-frame.tsx';
import type { WidgetProps } from './widget-props.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A block that keeps what is written to it; answers what it holds. */
function place<Props>(
  Widget: ComponentType<WidgetProps<Props>>,
  first: Props,
  isEditable = true,
  isShadowed = false,
): { readonly props: Props; readonly changes: Partial<Props>[] } {
  const held = { props: first, changes: [] as Partial<Props>[] };
  function Host() {
    const [props, setProps] = useState(first);
    const change = (wanted: Partial<Props>) => {
      held.changes.push(wanted);
      held.props = { ...held.props, ...wanted };
      setProps(held.props);
    };
    return <Widget props={props} isEditable={isEditable} isShadowed={isShadowed} onChange={change} />;
  }
  render(
    <GromaProvider>
      <Host />
    </GromaProvider>,
  );
  return held;
}

const slider: SliderProps = { label: 'Depth', varName: 'depth', value: 50, min: 0, max: 100, step: 1 };
/** The settings come by a motion, which needs true time. */
async function openSettings(label: string): Promise<void> {
  vi.useRealTimers();
  // Nothing has a size in this document, so the focus finds no place and says so with all of the document.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  fireEvent.click(screen.getByRole('button', { name: `Settings of ${label}` }));
  await screen.findByLabelText('Variable');
}
const fieldOf = (name: string) => screen.getAllByLabelText(name).find((each) => each.tagName === 'INPUT')!;
function type(name: string, text: string) {
  const field = fieldOf(name);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
}

test('[NBK-091] [NBK-094] a slider is set by its thumb and by a typed number, which is clamped', () => {
  const held = place(SliderWidget, slider);
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'ArrowRight' });
  vi.advanceTimersByTime(1_000);
  expect(held.props.value).toBe(51);
  type('Value of Depth', '1000');
  expect(held.props.value).toBe(100);
  type('Value of Depth', '-3');
  expect(held.props.value).toBe(0);
});

test('[NBK-092] [NBK-093] [NBK-009] the settings of a slider move its ends, and its value with them', async () => {
  const held = place(SliderWidget, slider);
  await openSettings('Depth');
  type('Max', '20');
  expect(held.props).toMatchObject({ value: 20, max: 20 });
  type('Min', '15');
  type('Max', '90');
  type('Min', '30');
  expect(held.props).toMatchObject({ value: 30, min: 30, max: 90 });
  type('Step', '0');
  expect(held.props.step).toBe(1);
  type('Label', 'How deep');
  type('Variable', 'how_deep');
  expect(held.props).toMatchObject({ label: 'How deep', varName: 'how_deep' });
});

test('[NBK-105] a name that code cannot use, and one that a later block sets, are told with the reason', () => {
  expect([
    unusedReason('ok', false),
    unusedReason('ok', true),
    unusedReason('1a', true),
    unusedReason('', false),
  ]).toEqual([null, 'shadowed', 'digit', 'empty']);
  place(SliderWidget, { ...slider, varName: 'class' });
  expect(screen.getByRole('note').getAttribute('aria-label')).toBe(
    'Code cannot read this block: class is a reserved word in Python, JavaScript or R.',
  );
  cleanup();
  place(TextWidget, { label: 'Place', varName: 'place', text: '' }, true, true);
  expect(screen.getByRole('note').getAttribute('aria-label')).toBe(
    'Code does not read this block: a later block sets place too.',
  );
  cleanup();
  render(
    <GromaProvider>
      <VariableField value="a" isShadowed={false} onChange={() => undefined} />
    </GromaProvider>,
  );
  fireEvent.change(screen.getByLabelText('Variable'), { target: { value: 'a b' } });
  expect(screen.getByText(/only letters a to z/)).toBeTruthy();
});

test('[NBK-105] of two blocks of one name the later counts', () => {
  const leaf = (id: string, varName?: string) => ({
    type: { name: 'blockContainer' },
    attrs: { id },
    firstChild: {
      type: { name: 'x' },
      attrs: varName === undefined ? {} : { varName },
      firstChild: null,
      descendants: () => undefined,
    },
    descendants: () => undefined,
  });
  const all = [leaf('1', 'x'), leaf('2'), leaf('3', 'y'), leaf('4', 'x')];
  const names = namesOfInputs({
    type: { name: 'doc' },
    attrs: {},
    firstChild: null,
    descendants: (visit) => all.forEach((node) => visit(node)),
  });
  expect([...names]).toEqual([
    ['1', 'x'],
    ['3', 'y'],
    ['4', 'x'],
  ]);
  expect([...shadowedBlocks(names)]).toEqual(['1']);
});

test('[NBK-095] a text is written while it is typed, at most every so often, and the last word always', () => {
  const held = place<TextProps>(TextWidget, { label: 'Place', varName: 'place', text: '' });
  const field = fieldOf('Place');
  for (const text of ['Á', 'Áv', 'Ávi']) fireEvent.change(field, { target: { value: text } });
  expect((field as HTMLInputElement).value).toBe('Ávi');
  expect(held.changes).toEqual([]);
  vi.advanceTimersByTime(200);
  fireEvent.change(field, { target: { value: 'Ávila' } });
  fireEvent.blur(field);
  expect(held.changes).toEqual([{ text: 'Ávi' }, { text: 'Ávila' }]);
});

test('[NBK-096] a date is typed as dd-MM-yyyy; what is no day is not taken and is said', () => {
  const held = place<DateProps>(DateWidget, { label: 'Day', varName: 'day', date: '' });
  type('Day', '3-4-2026');
  expect(held.props.date).toBe('03-04-2026');
  type('Day', '31-02-2026');
  expect(held.props.date).toBe('03-04-2026');
  expect(screen.getByText('Enter a date as dd-MM-yyyy.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear Day' }));
  expect(held.props.date).toBe('');
});

test('[NBK-096] a day is found in the calendar by keys alone', () => {
  const chosen: unknown[] = [];
  render(
    <GromaProvider>
      <Calendar value={{ year: 2026, month: 1, day: 31 }} onChoose={(day) => chosen.push(day)} />
    </GromaProvider>,
  );
  const press = (key: string, shiftKey = false) => fireEvent.keyDown(document.activeElement!, { key, shiftKey });
  expect(document.activeElement?.getAttribute('aria-label')).toContain('January 31, 2026');
  press('PageDown');
  expect(document.activeElement?.getAttribute('aria-label')).toContain('February 28, 2026');
  press('ArrowRight');
  press('ArrowDown');
  press('PageUp', true);
  fireEvent.click(document.activeElement!);
  expect(chosen).toEqual([{ year: 2025, month: 3, day: 8 }]);
});

const selector: SelectorProps = {
  label: 'Bands',
  varName: 'bands',
  allowMultiple: true,
  options: '["Red","Green","Blue"]',
  selected: '["Red","Blue"]',
};

test('[NBK-101] [NBK-102] several choices are chips that can be removed, under settings of its own', () => {
  const held = place(SelectorWidget, selector);
  const chip = screen
    .getAllByText('Red')
    .map((each) => each.closest('.mantine-Pill-root'))
    .find((each) => each !== null);
  fireEvent.click(chip!.querySelector('button')!);
  expect(held.props.selected).toBe('["Blue"]');
});

test('[NBK-103] [NBK-104] turning off several choices keeps the first, and options that go take their choice along', async () => {
  const held = place(SelectorWidget, selector);
  await openSettings('Bands');
  fireEvent.click(screen.getByLabelText('Allow several choices'));
  expect(held.props).toMatchObject({ allowMultiple: false, selected: '["Red"]' });
  fireEvent.click(screen.getByLabelText('Remove Red'));
  expect(held.props).toMatchObject({ options: '["Green","Blue"]', selected: '[]' });
});

test('[NBK-100] [SHL-070] options are added one by one or pasted in lines; a repeated one is refused', () => {
  const seen: string[][] = [];
  render(
    <GromaProvider>
      <OptionsEditor options={['a', 'b']} onChange={(options) => seen.push(options)} />
    </GromaProvider>,
  );
  const field = screen.getByLabelText('Add an option');
  fireEvent.change(field, { target: { value: 'a' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(seen).toEqual([]);
  fireEvent.change(field, { target: { value: 'c d' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.paste(field, { clipboardData: { getData: () => 'e\nf\n\n' } });
  fireEvent.click(screen.getByRole('button', { name: 'Move b up' }));
  expect(seen).toEqual([
    ['a', 'b', 'c d'],
    ['a', 'b', 'e', 'f'],
    ['b', 'a'],
  ]);
});

test('[NBK-097] [NBK-098] [NBK-099] a button says that function calls are to come', async () => {
  vi.useRealTimers();
  place(ButtonWidget, { label: 'Go', text: 'Submit', functionCall: true });
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Function call not implemented yet', undefined, { timeout: 5_000 })).toBeTruthy();
});

test('[NBK-015] [NBK-081] who may only read sees what is set and can change nothing', () => {
  place(SliderWidget, slider, false);
  place(TextWidget, { label: 'Place', varName: 'place', text: 'Ávila' }, false);
  place(DateWidget, { label: 'Day', varName: 'day', date: '03-04-2026' }, false);
  place(SelectorWidget, selector, false);
  for (const said of ['50', 'Ávila', '03-04-2026', 'Red', 'Blue']) expect(screen.getByText(said)).toBeTruthy();
  expect(document.querySelectorAll('.widget')).toHaveLength(4);
  expect(document.querySelectorAll('.widget :is(button, input, select, textarea, [role="slider"])')).toHaveLength(0);
});

test('[SHL-123] words in the settings are written when the block can no longer be edited', () => {
  const taken: string[] = [];
  const { unmount } = render(
    <GromaProvider>
      <WordsField
        label="Label"
        value="Depth"
        onChange={(words) => {
          taken.push(words);
        }}
      />
    </GromaProvider>,
  );
  fireEvent.change(fieldOf('Label'), { target: { value: 'Depth of the well' } });
  unmount();
  expect(taken).toEqual(['Depth of the well']);
});
