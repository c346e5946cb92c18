import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { GromaProvider } from '../provider/groma-provider.tsx';
import { NumberField, type NumberFieldProps } from './number-field.tsx';

afterEach(cleanup);

function show(props: Partial<NumberFieldProps> = {}, locale = 'en') {
  const told: unknown[] = [];
  function Form() {
    const [value, setValue] = useState<number | string | null>(props.value ?? 10);
    return (
      <NumberField
        label="Radius"
        suffix=" km"
        {...props}
        value={value}
        onChange={(next) => {
          told.push(next);
          setValue(next);
        }}
        {...(props.onUnread && {
          onUnread: (text: string) => {
            told.push(text);
            setValue(text);
          },
        })}
      />
    );
  }
  render(
    <GromaProvider locale={locale}>
      <Form />
    </GromaProvider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Radius');
  const type = (text: string) => {
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: text } });
    const last = told.at(-1);
    fireEvent.blur(field);
    return [last, field.value];
  };
  return { field, told, type };
}

test('[SHL-133] a field for numbers reads powers of ten, and shows the number that it took', () => {
  const { type, field } = show();
  expect(field.value).toBe('10 km');
  expect(type('1e3')).toEqual([1000, '1000 km']);
  expect(type('1e9 km')).toEqual([1e9, '1000000000 km']);
  expect(type('1,234.5')).toEqual([1234.5, '1234.5 km']);
  expect(type('-2.50')).toEqual([-2.5, '-2.5 km']);
  expect(type('')).toEqual([null, '']);
});

test('[SHL-133] what is no number stays as it was typed, with an error, and is told as no number', () => {
  const { type, field, told } = show({ onUnread: () => undefined });
  for (const text of ['1.000,5', '12 34', '1,5', '0x10', '1e', 'ten']) {
    expect(type(text)).toEqual([text, text]);
    expect(screen.getByText(`“${text}” is not a number.`)).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
  }
  expect(type('7')).toEqual([7, '7 km']);
  expect(screen.queryByText(/is not a number/)).toBeNull();
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: '-' } });
  expect([told.at(-1), screen.queryByText(/is not a number/)]).toEqual(['-', null]);
});

test('[SHL-133] a language with a decimal comma has it in its fields, and its thousands', () => {
  const { type, field } = show({ value: 2.5 }, 'de');
  expect(field.value).toBe('2,5 km');
  expect(type('1.000,5')).toEqual([1000.5, '1000,5 km']);
  expect(type('1.000')).toEqual([1000, '1000 km']);
  expect(type('0.25')).toEqual([0.25, '0,25 km']);
});

test('[SHL-133] whole numbers, limits, arrow keys and values from elsewhere', () => {
  const { type, field, told } = show({ allowDecimal: false, min: 0, max: 20, suffix: '' });
  expect(type('2.5')).toEqual([null, '2.5']);
  expect(screen.getByText('“2.5” is not a whole number.')).toBeTruthy();
  expect(type('1e9')).toEqual([1e9, '20']);
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect([told.at(-1), field.value]).toEqual([19, '19']);
  cleanup();
  const small = show({ value: 0.1, step: 0.2, suffix: '' });
  fireEvent.keyDown(small.field, { key: 'ArrowUp' });
  expect(small.field.value).toBe('0.3');
  cleanup();
  const one = (value: number) => (
    <GromaProvider>
      <NumberField label="Radius" value={value} />
    </GromaProvider>
  );
  const view = render(one(1));
  fireEvent.change(screen.getByLabelText('Radius'), { target: { value: '4' } });
  view.rerender(one(4));
  view.rerender(one(1));
  expect(screen.getByLabelText<HTMLInputElement>('Radius').value).toBe('1');
  fireEvent.change(screen.getByLabelText('Radius'), { target: { value: 'x' } });
  view.rerender(one(4));
  expect(screen.getByLabelText<HTMLInputElement>('Radius').value).toBe('4');
});
