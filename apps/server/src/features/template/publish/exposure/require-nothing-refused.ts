import { GromaError } from '@groma/model';
import type { TemplateExposure } from '@groma/protocol';

/** @throws GromaError TEMPLATE_REFUSED that names the first secret or private file. */
export function requireNothingRefused({ refused }: Pick<TemplateExposure, 'refused'>): void {
  const [first] = refused;
  if (first) throw new GromaError('TEMPLATE_REFUSED', { name: first.name, more: refused.length - 1 });
}
