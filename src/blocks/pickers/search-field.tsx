import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import { Icon } from '#ui/icon.tsx'

type Props = {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly label: string
  readonly autoFocus?: boolean
  /** Enter, or a scanner that ends with it; gives what stands in the field. */
  readonly onEnter?: (text: string) => void
  readonly field?: RefObject<HTMLInputElement | null>
}

/** A field that searches while one types. */
export function SearchField({ value, onChange, label, autoFocus, onEnter, field }: Props) {
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
      enterKeyHint="search"
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter?.(event.currentTarget.value)
      }}
      {...(field ? { ref: field } : {})}
      {...(autoFocus ? { 'data-autofocus': true } : {})}
    />
  )
}
