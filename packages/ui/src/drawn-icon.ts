import { createElement, type ComponentType, type SVGProps } from 'react';

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'ref' | 'stroke'> {
  /** Pixels; 16 in rows, 18 in rails and toolbars. */
  size?: number;
  stroke?: number;
}

export type Icon = ComponentType<IconProps>;

/** An icon of the set with our size and stroke; it never speaks to a screen reader, its control does. */
export function drawn(source: ComponentType<Record<string, unknown>> | object): Icon {
  return function DrawnIcon({ size = 16, stroke = 1.5, ...rest }: IconProps) {
    return createElement(source as ComponentType<Record<string, unknown>>, {
      size,
      stroke,
      'aria-hidden': true,
      ...rest,
    });
  };
}
