import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { Choices, type ChoicesProps } from './choices.component.tsx';
import { TextInput, type TextInputProps } from './fields.component.tsx';

type FormField<V extends FieldValues, T> = {
  readonly control: Control<V>;
  readonly name: FieldPathByValue<V, T>;
};

type FormTextInputProps<V extends FieldValues> = FormField<V, string> &
  Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'error'>;

/** A field for text of a form, with the error of the form’s schema. */
export function FormTextInput<V extends FieldValues>({ control, name, ...input }: FormTextInputProps<V>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextInput
          {...input}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

type FormChoicesProps<V extends FieldValues> = FormField<V, readonly string[]> &
  Omit<ChoicesProps, 'value' | 'onChange' | 'error'>;

/** Several of a few choices as a field of a form. */
export function FormChoices<V extends FieldValues>({ control, name, ...choices }: FormChoicesProps<V>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => <Choices {...choices} value={field.value} onChange={field.onChange} />}
    />
  );
}
