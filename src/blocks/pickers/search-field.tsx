import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { Icon } from '#ui/icon.tsx'

type Props = {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly label: string
  readonly autoFocus?: boolean
}

/** A field that searches while one types. */
export function SearchField({ value, onChange, label, autoFocus }: Props) {
  const { t } = useLingui()
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<Icon name="search" />}
      rightSection={
        value === '' ? undefined : (
          <button type="button" className="icon-button" onClick={() => onChange('')} aria-label={t`Clear`}>
            <Icon name="close" size={18} />
          </button>
        )
      }
      rightSectionWidth={48}
      autoComplete="off"
      {...(autoFocus ? { 'data-autofocus': true } : {})}
    />
  )
}
