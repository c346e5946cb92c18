import { GromaError } from '@groma/model';
import { toast } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../platform/api.ts';

/** The state of a form that saves: what is refused stands under the field it belongs to, or at the form. */
export function useSave<Field extends string>(fields: Readonly<Partial<Record<string, Field>>>) {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ field: Field | null; text: string } | null>(null);
  const save = async (act: () => Promise<unknown>, said?: string): Promise<boolean> => {
    if (isSaving) return false;
    setSaving(true);
    setFailure(null);
    try {
      await act();
      if (said !== undefined) toast.success(said);
      return true;
    } catch (error) {
      const field = error instanceof GromaError ? (fields[error.code] ?? null) : null;
      setFailure({ field, text: errorText(error) });
      return false;
    } finally {
      setSaving(false);
    }
  };
  return {
    isSaving,
    save,
    setFailure,
    /** What is wrong with a field. */
    errorOf: (field: Field) => (failure?.field === field ? failure.text : undefined),
    /** What is wrong with no field in particular. */
    refusal: failure?.field === null ? failure.text : null,
  };
}
