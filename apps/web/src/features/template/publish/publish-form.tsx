import { embedOriginSchema, templateAccesses, templateCategories, templateLimits } from '@groma/model';
import type { OwnTemplateReply } from '@groma/protocol';
import { MultiSelect, PasswordField, SelectField, TagField, TextArea, TextField } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { AppFields } from './app-fields.tsx';
import { changelogOf, isDetailsOnly, type PublicationFields, type PublicationProblem } from './publication-fields.ts';

interface PublishFormProps {
  fields: PublicationFields;
  onChange: (change: Partial<PublicationFields>) => void;
  /** What is wrong, once the form was sent. */
  problems: readonly PublicationProblem[];
  found: OwnTemplateReply | null;
  type: OwnTemplateReply['type'];
}

/** What is said of a publication, and who may read it. */
export function PublishForm({ fields, onChange, problems, found, type }: PublishFormProps) {
  const t = useText();
  const problem = (...wanted: PublicationProblem[]) => {
    const first = problems.find((each) => wanted.includes(each));
    return first && t(`template.problem.${first}`, { version: found?.version ?? '' });
  };
  return (
    <>
      <TextField
        label={t('template.field.title')}
        dir="auto"
        data-autofocus
        value={fields.title}
        maxLength={templateLimits.titleCharacters}
        error={problem('titleEmptyError')}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TextArea
        label={t('template.field.description')}
        hint={t('template.hint.description')}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        value={fields.description}
        maxLength={templateLimits.descriptionCharacters}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <SelectField
        label={t('template.field.access')}
        hint={t(`template.accessHint.${fields.access}`)}
        value={fields.access}
        allowDeselect={false}
        onChange={(access) => onChange({ access })}
        options={templateAccesses.map((value) => ({ value, label: t(`template.access.${value}`) }))}
      />
      {fields.access === 'password' && (
        <PasswordField
          label={t('template.field.password')}
          hint={found?.has_password ? t('template.hint.passwordKept') : undefined}
          autoComplete="new-password"
          value={fields.password}
          maxLength={200}
          error={problem('passwordRequiredError')}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      )}
      <MultiSelect
        label={t('template.field.categories')}
        data={templateCategories.map((value) => ({ value, label: t(`template.category.${categoryKey(value)}`) }))}
        value={[...fields.categories]}
        searchable
        hidePickedOptions
        openOnFocus={false}
        nothingFoundMessage={t('template.noCategory')}
        error={problem('categoryEmptyError', 'categoryTwiceError')}
        onChange={(categories) => onChange({ categories: categories as PublicationFields['categories'] })}
      />
      <TagField
        label={t('template.field.tags')}
        hint={t('template.hint.tags')}
        value={fields.tags}
        validate={(tag) => tag.length <= templateLimits.tagCharacters && fields.tags.length < templateLimits.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <TextField
        label={t('template.field.version')}
        hint={t(isDetailsOnly(fields, found) ? 'template.hint.detailsOnly' : `template.hint.version.${type}`)}
        dir="ltr"
        value={fields.version}
        maxLength={40}
        error={problem('versionInvalidError', 'versionTakenError')}
        onChange={(event) => onChange({ version: event.currentTarget.value })}
      />
      <TextArea
        label={t('template.field.changelog')}
        dir="auto"
        autosize
        minRows={1}
        maxRows={6}
        value={changelogOf(fields, found)}
        maxLength={templateLimits.changelogCharacters}
        onChange={(event) => onChange({ changelog: event.currentTarget.value })}
      />
      {type === 'NOTEBOOK' && (
        <AppFields app={fields.app} isFixed={isDetailsOnly(fields, found)} onChange={(app) => onChange({ app })} />
      )}
      <TagField
        label={t('template.field.origins')}
        hint={t('template.hint.origins')}
        value={fields.origins}
        validate={(origin) => embedOriginSchema.safeParse(origin).success || t('template.problem.originError')}
        onChange={(origins) =>
          onChange({ origins: [...new Set(origins.map((origin) => embedOriginSchema.parse(origin)))] })
        }
      />
    </>
  );
}

/** The name of a category among the texts: its letters alone. */
const categoryKey = (category: string): string => category.replaceAll(/[^A-Za-z]/g, '');
