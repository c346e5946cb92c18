import type { StoryStep } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { StoryReader } from './story-reader.tsx';

afterEach(cleanup);

const view = { camera: { longitude: 0, latitude: 0, zoom: 2, pitch: 0, bearing: 0 }, layers: [], time: null };
const steps: StoryStep[] = ['One', 'Two', 'Three'].map((title, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  title,
  text: `Text of **${title}** <img src=x> [out](javascript:alert)`,
  view,
}));

function Shown() {
  const [step, setStep] = useState(steps[0]!.id);
  const [isPresenting, setPresenting] = useState(true);
  return (
    <GromaProvider>
      <StoryReader steps={steps} step={step} onStep={setStep} isPresenting={isPresenting} onPresent={setPresenting} />
    </GromaProvider>
  );
}

const heading = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key });

test('[PUB-134] a step at a time is shown, keys go on, and Escape gives the column back', async () => {
  render(<Shown />);
  expect(heading()).toEqual(['One']);
  press('ArrowRight');
  expect(heading()).toEqual(['Two']);
  press('PageDown');
  press('ArrowDown');
  expect(heading()).toEqual(['Three']);
  press('ArrowLeft');
  expect(heading()).toEqual(['Two']);
  press('Home');
  expect(heading()).toEqual(['One']);
  press('End');
  expect(heading()).toEqual(['Three']);
  // What is typed into a field goes nowhere.
  const field = document.body.appendChild(document.createElement('input'));
  press('ArrowLeft', field);
  field.remove();
  expect(heading()).toEqual(['Three']);
  press('Escape');
  expect(heading()).toEqual(['One', 'Two', 'Three']);
  expect(screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([
    null,
    null,
    'step',
  ]);
});

test('[PUB-134] the text of a step is Markdown in which nothing is fetched and nothing runs', async () => {
  const { container } = render(<Shown />);
  await waitFor(() => expect(container.querySelector('strong')?.textContent).toBe('One'));
  expect(container.querySelectorAll('img, a')).toHaveLength(0);
});

test('[PUB-134] a text that is longer than its card is scrolled to its end before the next step', () => {
  render(<Shown />);
  const text = screen.getByRole('heading', { level: 3 }).closest<HTMLElement>('[aria-live]')!;
  Object.defineProperties(text, { scrollHeight: { value: 250 }, clientHeight: { value: 100 } });
  text.scrollBy = ((by: ScrollToOptions) => {
    text.scrollTop = Math.min(150, text.scrollTop + (by.top ?? 0));
  }) as never;
  press('ArrowDown');
  press(' ');
  expect([heading(), text.scrollTop]).toEqual([['One'], 150]);
  press('ArrowDown');
  expect(heading()).toEqual(['Two']);
});
