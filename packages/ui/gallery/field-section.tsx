import { useState } from 'react';
import {
  Check,
  CopyButton,
  NumberField,
  PasswordField,
  Segmented,
  SelectField,
  SliderField,
  Switch,
  TagField,
  TextArea,
  TextField,
  SearchIcon,
} from '../src/index.ts';
import { Specimen } from './specimen.tsx';

/** Fields and choices. */
export function FieldSection() {
  const [text, setText] = useState('Gauges');
  const [number, setNumber] = useState<number | null>(8);
  const [method, setMethod] = useState('Natural breaks');
  const [checked, setChecked] = useState(true);
  const [unit, setUnit] = useState<'metric' | 'imperial'>('metric');
  const [opacity, setOpacity] = useState(62);
  const [tags, setTags] = useState(['Landsat', 'Land Cover', 'Aquatic']);
  return (
    <section>
      <h2>Fields</h2>
      <TextField label="Text, 30 px" placeholder="Layer name" />
      <TextField
        label="With a hint"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        icon={<SearchIcon />}
        hint="Only letters."
      />
      <TextField label="Error" defaultValue="Gauges / 2025" error="Input does not match the required format." />
      <TextField label="Disabled" value="Restricted" disabled hint="Only editors can change this." readOnly />
      <PasswordField label="Password" defaultValue="secret words" />
      <TextArea label="Several lines" defaultValue="One line" rows={2} />
      <TagField
        label="Tags"
        hint="Enter, space or comma adds one."
        value={tags}
        onChange={setTags}
        validate={(tag) => tag.length < 20 || 'At most 19 letters.'}
      />
      <TagField label="Tags, disabled" value={['Forest']} onChange={() => {}} disabled />
      <Specimen caption="Copy, 2 s and 3 s">
        <CopyButton label="Copy the id" text="gallery" />
        <CopyButton label="Copy the link" text="gallery" feedbackMs={3000} />
      </Specimen>
      <Specimen caption="Select, number, sizes">
        <SelectField
          aria-label="Method"
          options={['Natural breaks', 'Quantiles', 'Fixed interval', '', 'Quantiles']}
          value={method}
          onChange={setMethod}
          w={150}
        />
        <NumberField aria-label="Classes" value={number} onChange={setNumber} w={80} hideControls={false} />
        <TextField size="s" aria-label="Small" placeholder="Small" w={90} />
        <TextField size="l" aria-label="Large" placeholder="Large" w={90} />
      </Specimen>
      <Specimen caption="Check and switch">
        <Check checked={checked} onChange={setChecked}>
          In legend
        </Check>
        <Check checked={false} indeterminate label="Some" onChange={() => {}} />
        <Check checked={false} label="Off" onChange={() => {}} />
        <Check checked disabled label="Disabled" onChange={() => {}} />
        <Switch checked={checked} onChange={setChecked}>
          Labels
        </Switch>
        <Switch checked={!checked} onChange={() => setChecked(!checked)} label="Opposite" />
      </Specimen>
      <Specimen caption="Segmented">
        <Segmented
          label="View"
          options={[
            { value: 'metric', label: 'Metric' },
            { value: 'imperial', label: 'Imperial' },
          ]}
          value={unit}
          onChange={setUnit}
        />
        <Segmented
          label="View, small"
          size="s"
          options={[
            { value: 'metric', label: 'Metric' },
            { value: 'imperial', label: 'Imperial' },
          ]}
          value={unit}
          onChange={setUnit}
        />
      </Specimen>
      <SliderField label="Fill opacity" value={opacity} onChange={setOpacity} suffix=" %" />
    </section>
  );
}
