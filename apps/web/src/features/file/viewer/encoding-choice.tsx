import { baseName, encodingLabel, type LegacyEncoding } from '@groma/model';
import { Fragment, useState, type ReactNode } from 'react';
import { useText } from '../../../platform/text.ts';
import { askForEncoding } from '../action/ask-for-encoding.tsx';
import type { OpenedFile } from './viewer-frame.tsx';

/** A file in the encoding that it seems to be in, until a person chooses another. What shows it begins anew then. */
export function InEncoding({
  file,
  children,
}: {
  file: OpenedFile;
  children: (file: OpenedFile, onEncoding: (encoding: LegacyEncoding) => void) => ReactNode;
}) {
  const [encoding, setEncoding] = useState<LegacyEncoding | undefined>(undefined);
  return (
    <Fragment key={encoding}>{children(encoding === undefined ? file : { ...file, encoding }, setEncoding)}</Fragment>
  );
}

/** Says the encoding of what is shown, and asks for another one. */
export function EncodingChoice({
  path,
  encoding,
  isGuessed,
  onEncoding,
}: {
  path: string;
  encoding: LegacyEncoding;
  isGuessed: boolean;
  onEncoding: (encoding: LegacyEncoding) => void;
}) {
  const t = useText();
  const name = encodingLabel(encoding);
  const shown = isGuessed ? t('file.editor.guessed', { encoding: name }) : name;
  const ask = () =>
    askForEncoding({
      title: t('file.editor.reopenTitle', { name: baseName(path) }),
      text: t('file.editor.reopenText'),
      confirm: t('file.editor.reopen'),
      first: encoding,
      onChoose: onEncoding,
    });
  return (
    <button
      type="button"
      className="viewer-encoding"
      aria-label={t('file.editor.encodingIs', { encoding: shown })}
      onClick={ask}
    >
      {shown}
    </button>
  );
}
