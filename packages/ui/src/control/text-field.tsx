import {
  PasswordInput,
  TextInput,
  Textarea,
  type PasswordInputProps,
  type TextInputProps,
  type TextareaProps,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { AlertCircleIcon, EyeIcon, EyeOffIcon } from '../icons.ts';
import { useTexts } from '../provider/interface-context.ts';
import { mantineSize, type FieldSize } from './field-size.ts';

interface FieldLook {
  size?: FieldSize;
  /** Icon before the text. */
  icon?: ReactNode;
  /** One sentence under the field; on a disabled field it says why. */
  hint?: ReactNode;
}

const order: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];

export interface TextFieldProps extends FieldLook, Omit<TextInputProps, 'size' | 'leftSection' | 'description'> {}

/** One line of text, with label, hint and error under it. */
export function TextField({ size = 'm', icon, hint, error, rightSection, ...rest }: TextFieldProps) {
  return (
    <TextInput
      {...rest}
      size={mantineSize(size)}
      leftSection={icon}
      description={error ? undefined : hint}
      error={error}
      inputWrapperOrder={order}
      rightSection={rightSection ?? (error ? <AlertCircleIcon className="g-field-alert" /> : undefined)}
    />
  );
}

export interface PasswordFieldProps
  extends FieldLook, Omit<PasswordInputProps, 'size' | 'leftSection' | 'description'> {}

function RevealIcon({ reveal }: { reveal: boolean }) {
  return reveal ? <EyeOffIcon /> : <EyeIcon />;
}

/** A secret, with a button that shows it. */
export function PasswordField({ size = 'm', icon, hint, error, ...rest }: PasswordFieldProps) {
  const texts = useTexts();
  return (
    <PasswordInput
      {...rest}
      size={mantineSize(size)}
      leftSection={icon}
      description={error ? undefined : hint}
      error={error}
      inputWrapperOrder={order}
      visibilityToggleIcon={RevealIcon}
      visibilityToggleButtonProps={{ 'aria-label': `${texts.showPassword} / ${texts.hidePassword}`, tabIndex: 0 }}
    />
  );
}

export interface TextAreaProps extends Omit<FieldLook, 'icon'>, Omit<TextareaProps, 'size' | 'description'> {}

/** Several lines of text; grows with them when `autosize` is given. */
export function TextArea({ size = 'm', hint, error, ...rest }: TextAreaProps) {
  return (
    <Textarea
      {...rest}
      size={mantineSize(size)}
      description={error ? undefined : hint}
      error={error}
      inputWrapperOrder={order}
    />
  );
}
