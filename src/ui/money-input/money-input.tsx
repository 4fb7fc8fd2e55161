import { useLingui } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'
import type { Cents } from '#domain/money/cents.ts'
import { amountText } from '#domain/money/money-text.ts'
import { readSum } from '#domain/money/sum-text.ts'
import { useParsedInput } from '../use-parsed-input.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** `undefined` while the field is empty or cannot be read. */
  readonly value: Cents | undefined
  /** `unreadable`: there is no amount because something else is typed. */
  readonly onChange: (amount: Cents | undefined, unreadable: boolean) => void
  /** The code of another currency than the shilling. */
  readonly currency?: string | undefined
  /** Shows nothing for 0, where 0 means that no amount has been entered yet. */
  readonly hideZero?: boolean
}

/** An amount in shillings as people type it: `12500`, `12,500.50`, `12,500/=`, and sums: `3*1500`, `10,000-2,500`. */
export function MoneyInput({ value, onChange, error, hideZero, currency, ...rest }: Props) {
  const { t } = useLingui()
  const write = (amount: Cents) => (hideZero && amount === 0 ? '' : amountText(amount))
  const input = useParsedInput(value, { parse: readSum, format: write }, onChange)
  return (
    <TextInput
      {...rest}
      value={input.text}
      onChange={(event) => input.change(event.currentTarget.value)}
      onBlur={input.normalize}
      onFocus={(event) => event.currentTarget.select()}
      inputMode="decimal"
      autoComplete="off"
      leftSection={currency ?? 'Tsh'}
      leftSectionWidth={44}
      classNames={{ input: 'number-field' }}
      error={error ?? (input.unreadable ? t`Enter an amount, for example 12,500 or 12,500.50` : undefined)}
    />
  )
}
