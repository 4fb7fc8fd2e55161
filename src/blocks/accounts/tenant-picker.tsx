import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { SearchField } from '../pickers/search-field.tsx'
import { ServerFailure } from '../server-list/server-failure.tsx'
import { useDebounced } from '../server-list/use-debounced.ts'
import { type Loaded, useServerAnswer } from '../server-list/use-server-answer.ts'

export type Tenant = { readonly id: string; readonly name: string }

type Props<T extends Tenant> = {
  /** `Company` or `Organization`. */
  readonly label: string
  /** The label of the button while nothing is chosen, and of the list above its search. */
  readonly chooseLabel: string
  readonly chosen: Tenant | undefined
  readonly onChoose: (tenant: T) => void
  readonly error?: ReactNode
  /** Where nothing need be chosen. */
  readonly optional?: boolean
  /** Searches; must stay the same function while the question is the same. */
  readonly find: (search: string) => Promise<Loaded<readonly T[]>>
}

/** Chooses one of the organizations or companies that this person manages. */
export function TenantPicker<T extends Tenant>(props: Props<T>) {
  const { label, chooseLabel, chosen, onChoose, error, optional = false } = props
  const [open, setOpen] = useState(false)
  const errorId = useId()
  return (
    <div>
      <span className="small">
        {label} {optional ? null : <span aria-hidden="true">*</span>}
      </span>
      <Button
        variant="default"
        fullWidth
        aria-label={`${label}: ${chosen?.name ?? chooseLabel}`}
        onClick={() => setOpen(true)}
        {...(error === undefined ? {} : { 'data-refused': 'true', 'aria-describedby': errorId })}
      >
        {chosen?.name ?? chooseLabel}
      </Button>
      {error === undefined ? null : (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
      <Sheet title={chooseLabel} opened={open} onClose={() => setOpen(false)}>
        <Choices
          find={props.find}
          onChoose={(tenant) => {
            onChoose(tenant)
            setOpen(false)
          }}
        />
      </Sheet>
    </div>
  )
}

function Choices<T extends Tenant>({ find, onChoose }: Pick<Props<T>, 'find' | 'onChoose'>) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const search = useDebounced(text).trim()
  const load = useCallback(async () => await find(search), [find, search])
  const { value, loading, failure, reload } = useServerAnswer(load)
  return (
    <div className="stack" aria-busy={loading}>
      <SearchField value={text} onChange={setText} label={t`Search by name`} autoFocus />
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
      )}
      {value?.map((tenant) => (
        <Button key={tenant.id} variant="default" fullWidth onClick={() => onChoose(tenant)}>
          {tenant.name}
        </Button>
      ))}
      {value?.length === 0 ? <p className="dim">{t`No results`}</p> : null}
    </div>
  )
}
