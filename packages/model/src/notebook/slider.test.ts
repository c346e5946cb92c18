import { expect, test } from 'vitest';
import { settleSlider } from './slider.ts';

const slider = { value: 50, min: 0, max: 100, step: 1 };

test('[NBK-092] lowering max below the value pulls the value down, and above it leaves it', () => {
  expect(settleSlider(slider, { max: 20 })).toEqual({ value: 20, min: 0, max: 20, step: 1 });
  expect(settleSlider(slider, { max: 60 }).value).toBe(50);
  expect(settleSlider(slider, { max: -5 })).toEqual({ value: -5, min: -5, max: -5, step: 1 });
});

test('[NBK-093] raising min above the value pushes the value up, and below it leaves it', () => {
  expect(settleSlider(slider, { min: 70 })).toEqual({ value: 70, min: 70, max: 100, step: 1 });
  expect(settleSlider(slider, { min: 10 }).value).toBe(50);
  expect(settleSlider(slider, { min: 120 })).toEqual({ value: 120, min: 120, max: 120, step: 1 });
});

test('[NBK-094] a typed value is clamped; what is no number and a step of nothing change nothing', () => {
  expect(settleSlider(slider, { value: 1_000 }).value).toBe(100);
  expect(settleSlider(slider, { value: -1 }).value).toBe(0);
  expect(settleSlider(slider, { value: 12.5 }).value).toBe(12.5);
  for (const change of [{ value: Number.NaN }, { max: Infinity }, { step: 0 }, { step: -1 }])
    expect(settleSlider(slider, change)).toEqual(slider);
});
