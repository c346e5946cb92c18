/** What a slider is set to. */
export interface SliderSetting {
  value: number;
  min: number;
  max: number;
  step: number;
}

/**
 * A slider after a change of some of its fields. The value stays between the ends: lowering `max` below it pulls it
 * down (NBK-092), raising `min` above it pushes it up (NBK-093), and a typed value is clamped (NBK-094). An end that
 * passes the other takes it along. Anything that is not a finite number, and a step that is not positive, changes
 * nothing.
 */
export function settleSlider(slider: SliderSetting, change: Partial<SliderSetting>): SliderSetting {
  const kept = Object.fromEntries(
    Object.entries(change).filter(([name, value]) => Number.isFinite(value) && (name !== 'step' || Number(value) > 0)),
  ) as Partial<SliderSetting>;
  const wanted = { ...slider, ...kept };
  if (wanted.min > wanted.max) {
    if (kept.max !== undefined && kept.min === undefined) wanted.min = wanted.max;
    else wanted.max = wanted.min;
  }
  return { ...wanted, value: Math.min(wanted.max, Math.max(wanted.min, wanted.value)) };
}
